import './events.server.ts';

export { collectCash, settleCash, takeBackCash, unsettleCash } from './internal/cash-on-delivery.server.ts';
export {
  balanceOfOrder,
  findBalances,
  chargeNewOrder,
  chargeOrder,
  changeCharge,
  creditOrder,
  findEntries,
  owedOfOrder,
  reduceDue,
  voidOrder,
} from './internal/entries.server.ts';
export {
  findReferenceOwners,
  importBooks,
  type ImportedPayment,
  sumPayments,
} from './internal/import-payments.server.ts';
export {
  captureClaim,
  correctReference,
  isReferenceContested,
  markPayments,
  noteMatchAsked,
  recordPayment,
  setNotFoundOn,
} from './internal/payment-rows.server.ts';
export {
  refundableAmount,
  recordRefund,
  type RefundRefusal,
  type RefundRow,
  settleRefund,
  takeBackRefundRow,
} from './internal/refund-rows.server.ts';
