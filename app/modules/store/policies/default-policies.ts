import type { PolicyId } from './policy.ts';
import type { PolicyFacts } from './variables.ts';

const section = (title: string, ...paragraphs: string[]): string => [`## ${title}`, ...paragraphs].join('\n\n');

/** The default texts in Markdown. Sentences that do not apply to the owner's settings are omitted. */
export const DEFAULT_POLICIES: Record<PolicyId, (facts: PolicyFacts) => string> = {
  terms: ({ legal, promises, paymentMethods, isLive }) =>
    [
      ...(legal.sellerName || legal.sellerAddress ? [section('Seller', '{{ seller }}')] : []),
      section(
        'Acceptance',
        'By using this shop or placing an order you accept these terms. They are governed by the laws of India.',
      ),
      section(
        'Products',
        'Every piece is made by hand, so colour, line and size vary a little from the picture and from one piece to the next. This is not a defect. Sizes are given to the nearest centimetre.',
      ),
      section(
        'Ordering and payment',
        'Prices are in rupees. An order is placed when we show its number. You can change or cancel it within {{ cancel_hours }} hours, as long as it has not been shipped. There is no minimum order.',
        `Payment is by UPI, cards${isLive && !paymentMethods.includes('cod') ? ' or net banking' : ', net banking or cash on delivery'}, as far as checkout offers them${promises.emiAbove === null ? '' : '; EMI is possible for orders above {{ emi_above }}'}. If we cannot find a payment, we write to you and cancel the order. With the right reference we restore it as long as its pieces are available.`,
      ),
      section(
        'Shipping',
        'We deliver within India. Orders leave in {{ processing_days }} business days and typically arrive in {{ delivery_days }}. Shipping: {{ shipping_charges }}. See [Shipping Info](/shipping).',
      ),
      section(
        'Returns',
        'Undamaged ready pieces can be returned or exchanged within {{ return_days }} days of delivery. Custom pieces are covered for quality issues only. See [Returns & Exchanges](/returns).',
      ),
      section(
        'Intellectual property',
        'Designs, pictures and texts belong to the studio. Buying a piece does not include the right to reproduce it. What you send us as inspiration stays yours; send only what you may share.',
      ),
      section(
        'Delivery of out-of-stock and custom orders',
        'A request is not an order. We reply within {{ reply_hours }} hours with a price and a date, and start when you agree. Custom artworks ship in {{ custom_work_weeks }} weeks; commissions take {{ commission_weeks }} weeks with a {{ commission_advance }}% advance.',
      ),
      ...(legal.grievanceName === null ? [] : [section('Grievance officer', '{{ grievance_officer }}')]),
    ].join('\n\n'),

  privacy: () =>
    [
      section(
        'What we collect',
        [
          '- What you type: your name, email, phone and address, your orders, requests, messages and the pictures you send with them.',
          '- What a payment needs: the reference of a UPI payment. The details of a card or of net banking stay with the payment processor; we never see them.',
          '- What a refund needs, if it can’t go back the way you paid: the UPI ID or account you name for it, until 90 days after it is settled.',
          '- What keeps the shop safe: the address you connect from, for a short time, to limit misuse.',
        ].join('\n'),
      ),
      section(
        'What we use it for',
        'To make, send and support your order, to answer you, and to keep the accounts the law requires. Marketing emails are sent only if you turn them on in your settings.',
      ),
      section(
        'Who else sees it',
        'The courier (name, address, phone), the payment processor you choose, and the services that send our emails and messages. Nobody else. We do not sell your data.',
      ),
      section(
        'How long we keep it',
        'Orders and invoices as long as tax law requires. Your profile until you delete your account; requests and messages for two years.',
      ),
      section(
        'Your rights',
        'You can see and correct your data in your dashboard, and ask us for a copy or for its removal at any time.',
      ),
      section(
        'How it is protected',
        'Connections are encrypted, passwords are stored only as hashes, and only the studio can open orders and requests.',
      ),
    ].join('\n\n'),

  returns: () =>
    [
      section(
        'Within {{ return_days }} days of delivery',
        'Undamaged ready pieces in their original packing can be returned. Write to us with your order number and we arrange the rest.',
      ),
      section(
        'Damaged, defective or wrong',
        'Report it within {{ report_hours }} hours of delivery, with photos. We pay return shipping and replace or refund the piece.',
      ),
      section('Refunds', 'To your original payment method, within {{ refund_days }} business days of our check.'),
      section('Return shipping', 'You pay, unless it’s faulty or the wrong piece.'),
      section(
        'Exchanges',
        'Within {{ return_days }} days of delivery, for a piece of equal or higher value. You pay the difference, if any.',
      ),
      section('Custom pieces', 'They are made for one person and cannot be returned, unless there is a quality issue.'),
      section(
        'Cancelling instead',
        'An order can be modified or cancelled within {{ cancel_hours }} hours of placing it, before it is shipped.',
      ),
    ].join('\n\n'),

  shipping: ({ promises }) =>
    [
      section(
        'Packaging',
        'Cloth is folded in cotton and acid-free paper, paintings travel flat in a wooden crate, and clay and brass are packed twice. Paper instead of plastic wherever we can.',
      ),
      section(
        'How it reaches you',
        [
          '1. **Packed** Wrapped in acid-free paper and a box of its own; paintings travel in a wooden crate.',
          `2. **Handed over** To the courier within {{ processing_days }} business days${promises.isInsured ? ', insured to its full value' : ''}.`,
          '3. **On the way** We send you the tracking number by {{ channels }}.',
          '4. **At your door** Open it when it arrives and tell us within {{ report_hours }} hours if anything is wrong.',
        ].join('\n'),
      ),
      section(
        'Notes',
        [
          '- We deliver within India only.',
          '- Custom artworks ship in {{ custom_work_weeks }} weeks, because we paint them first.',
          '- Business days are Monday to Saturday, without public holidays.',
          '- Someone must be there to take the parcel. The courier tries three times.',
        ].join('\n'),
      ),
    ].join('\n\n'),
};
