type Method = {
  id: string;
  /**
   * `reference`: the shopper enters a bank reference and the owner confirms it. `gateway`: a supplier confirms the
   * payment. `cash`: paid at the door.
   */
  kind: 'reference' | 'gateway' | 'cash';
  paysBy: 'UPI' | 'card' | 'cash on delivery';
  name: string;
  adminLabel?: string;
  card?: { label: string; inSentence: string; icon: 'card' | 'wallet'; rank: number; asksUpiId?: boolean };
  /** Prefix of the gateway's settings: `RAZORPAY` for `RAZORPAY_KEY_ID`. */
  settings?: { prefix: string; signsWithKey?: true; own?: { name: string; otherwise: string } };
  /** Hosts that the page's security policy allows for the gateway's checkout. */
  hosts?: { all?: string; payment?: readonly string[]; form?: readonly string[] };
};

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
export const REFERENCE_METHODS = idsOf('reference') as readonly ReferenceMethod[];
export const GATEWAYS = idsOf('gateway') as [Gateway, ...Gateway[]];

export const isGateway = (method: string): method is Gateway => (GATEWAYS as readonly string[]).includes(method);
export const isReferenceMethod = (method: string): method is ReferenceMethod =>
  (REFERENCE_METHODS as readonly string[]).includes(method);

const find = (id: PaymentMethod): Method => METHODS.find((method) => method.id === id)!;

export const paymentMethodName = (id: PaymentMethod): string => find(id).name;
export const paymentMethodAdminLabel = (id: PaymentMethod): string => find(id).adminLabel ?? find(id).name;

const either = new Intl.ListFormat('en-IN', { type: 'disjunction' });
export const paymentMeans = (ids: readonly PaymentMethod[]): string | undefined =>
  either.format(new Set(METHODS.filter(({ id }) => ids.includes(id)).map(({ paysBy }) => paysBy))) || undefined;

export const gatewayCard = (id: Gateway): NonNullable<Method['card']> => find(id).card!;
export const gatewayHosts = (id: Gateway): Method['hosts'] => find(id).hosts;
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
