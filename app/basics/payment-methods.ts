type Method = {
  id: string;
  /**
   * How the shop learns of the money: `reference` by what the shopper types and the owner looks for, `gateway` by a supplier
   * who answers for it, `cash` at the door.
   */
  kind: 'reference' | 'gateway' | 'cash';
  /** With what it is paid, in a sentence for shoppers. */
  paysBy: 'UPI' | 'card' | 'cash on delivery';
  /** On papers, and where the admin names it unless there is an `adminLabel`. */
  name: string;
  adminLabel?: string;
  /** A gateway's card in the payment window, in the order of `rank`; `inSentence` is its name in the middle of a sentence. */
  card?: { label: string; inSentence: string; icon: 'card' | 'wallet'; rank: number; asksUpiId?: boolean };
  /**
   * What a gateway's settings are called in the environment: `RAZORPAY` for `RAZORPAY_KEY_ID` and its like. One that signs its
   * webhooks with the key itself has no secret for them; `own` is one more setting, and its value when it isn't set.
   */
  settings?: { prefix: string; signsWithKey?: true; own?: { name: string; otherwise: string } };
  /** Whom the payment page lets in when the gateway has credentials: where its checkout comes from, asks and reports to. */
  hosts?: { all?: string; payment?: readonly string[]; form?: readonly string[] };
};

/** Every way to pay, once: enums, labels, form choices, settings and header hosts come from this list. */
const METHODS = [
  { id: 'manual', kind: 'reference', paysBy: 'UPI', name: 'UPI', adminLabel: 'UPI, manual reference' },
  { id: 'upi', kind: 'reference', paysBy: 'UPI', name: 'UPI' },
  {
    id: 'razorpay',
    kind: 'gateway',
    paysBy: 'card',
    name: 'Razorpay',
    card: { label: 'Card or net banking', inSentence: 'card or net banking', icon: 'card', rank: 3 },
    settings: { prefix: 'RAZORPAY' },
    hosts: {
      all: 'https://*.razorpay.com',
      payment: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
    },
  },
  {
    id: 'phonepe',
    kind: 'gateway',
    paysBy: 'UPI',
    name: 'PhonePe',
    card: { label: 'PhonePe', inSentence: 'PhonePe', icon: 'wallet', rank: 1, asksUpiId: true },
    settings: { prefix: 'PHONEPE', own: { name: 'CLIENT_VERSION', otherwise: '1' } },
  },
  {
    id: 'paytm',
    kind: 'gateway',
    paysBy: 'UPI',
    name: 'Paytm',
    card: { label: 'Paytm', inSentence: 'Paytm', icon: 'wallet', rank: 2 },
    settings: { prefix: 'PAYTM', signsWithKey: true, own: { name: 'WEBSITE', otherwise: 'DEFAULT' } },
    hosts: { form: ['https://secure.paytmpayments.com', 'https://securegw.paytm.in'] },
  },
  { id: 'cod', kind: 'cash', paysBy: 'cash on delivery', name: 'Cash on delivery' },
] as const satisfies readonly Method[];

type Listed = (typeof METHODS)[number];
export type PaymentMethod = Listed['id'];
export type ReferenceMethod = Extract<Listed, { kind: 'reference' }>['id'];
export type Gateway = Extract<Listed, { kind: 'gateway' }>['id'];

const idsOf = (kind: Method['kind']) => METHODS.filter((method) => method.kind === kind).map(({ id }) => id);

export const PAYMENT_METHODS = METHODS.map(({ id }) => id) as [PaymentMethod, ...PaymentMethod[]];
/** The methods that are claimed with a reference typed by the shopper; the owner looks for the money. */
export const REFERENCE_METHODS = idsOf('reference') as readonly ReferenceMethod[];
/** The methods that a gateway answers for. */
export const GATEWAYS = idsOf('gateway') as [Gateway, ...Gateway[]];

export const isGateway = (method: string): method is Gateway => (GATEWAYS as readonly string[]).includes(method);
export const isReferenceMethod = (method: string): method is ReferenceMethod =>
  (REFERENCE_METHODS as readonly string[]).includes(method);

const find = (id: PaymentMethod): Method => METHODS.find((method) => method.id === id)!;

export const paymentMethodName = (id: PaymentMethod): string => find(id).name;
export const paymentMethodAdminLabel = (id: PaymentMethod): string => find(id).adminLabel ?? find(id).name;

const either = new Intl.ListFormat('en-IN', { type: 'disjunction' });
/** What these methods are paid with: `UPI or card`; undefined for none. */
export const paymentMeans = (ids: readonly PaymentMethod[]): string | undefined =>
  either.format(new Set(METHODS.filter(({ id }) => ids.includes(id)).map(({ paysBy }) => paysBy))) || undefined;

/** A gateway's card in the payment window. */
export const gatewayCard = (id: Gateway): NonNullable<Method['card']> => find(id).card!;
/** Whom the payment page lets in for a gateway that opens a checkout of its own, if it does. */
export const gatewayHosts = (id: Gateway): Method['hosts'] => find(id).hosts;
/** The gateways that take credentials, and what their settings are called. */
export const GATEWAY_SETTINGS = GATEWAYS.flatMap((gateway) => {
  const { settings } = find(gateway);
  if (!settings) return [];
  const { prefix, signsWithKey, own } = settings;
  return {
    gateway,
    keyId: `${prefix}_KEY_ID`,
    keySecret: `${prefix}_KEY_SECRET`,
    webhookSecret: signsWithKey ? undefined : `${prefix}_WEBHOOK_SECRET`,
    apiUrl: `${prefix}_API_URL`,
    own: own && { name: `${prefix}_${own.name}`, otherwise: own.otherwise },
  };
});
