type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value !== '';
const url: Check = (value) => typeof value === 'string' && /^https?:\/\/\S+$/.test(value);
const amount: Check = (value) => typeof value === 'string' && /^\d+\.\d{2}$/.test(value);
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.some((each) => value === each || value === `https://schema.org/${each}`);
const reference: Check = (value) => url((value as { '@id'?: unknown })['@id']);

const THING = { name: text, description: text, image: url, url, category: text, brand: 'Brand', size: text };
const COMMON = { ...THING, sku: text, gtin: text, mpn: text, material: text, color: text, pattern: text };

/** Properties of schema.org with the values that search engines document. A name is the type of an inner object. */
const SCHEMA: Record<string, Record<string, Check | string>> = {
  Product: { ...COMMON, offers: 'Offer', isVariantOf: 'ProductGroup' },
  ProductGroup: {
    ...COMMON,
    productGroupID: text,
    variesBy: oneOf('size', 'material', 'color'),
    hasVariant: 'Product',
  },
  Brand: { name: text, url, logo: url },
  Offer: {
    url,
    price: amount,
    priceCurrency: oneOf('INR'),
    priceValidUntil: text,
    itemCondition: oneOf('NewCondition', 'UsedCondition', 'RefurbishedCondition'),
    availability: oneOf('InStock', 'OutOfStock', 'MadeToOrder', 'PreOrder', 'BackOrder'),
    seller: reference,
    shippingDetails: 'OfferShippingDetails',
    hasMerchantReturnPolicy: 'MerchantReturnPolicy',
  },
  OfferShippingDetails: {
    shippingRate: 'MonetaryAmount',
    shippingDestination: 'DefinedRegion',
    deliveryTime: 'ShippingDeliveryTime',
    doesNotShip: (value) => typeof value === 'boolean',
  },
  MonetaryAmount: { value: amount, currency: oneOf('INR') },
  DefinedRegion: { addressCountry: oneOf('IN'), addressRegion: text, postalCode: text },
  ShippingDeliveryTime: { handlingTime: 'QuantitativeValue', transitTime: 'QuantitativeValue' },
  QuantitativeValue: { minValue: count, maxValue: count, unitCode: oneOf('DAY') },
  MerchantReturnPolicy: {
    applicableCountry: oneOf('IN'),
    returnPolicyCountry: oneOf('IN'),
    returnPolicyCategory: oneOf(
      'MerchantReturnFiniteReturnWindow',
      'MerchantReturnNotPermitted',
      'MerchantReturnUnlimitedWindow',
    ),
    merchantReturnDays: count,
    returnMethod: oneOf('ReturnByMail', 'ReturnInStore', 'ReturnAtKiosk'),
    returnFees: oneOf('FreeReturn', 'ReturnFeesCustomerResponsibility', 'ReturnShippingFees'),
    itemDefectReturnFees: oneOf('FreeReturn', 'ReturnFeesCustomerResponsibility', 'ReturnShippingFees'),
  },
};

/** Returns the properties that schema.org does not know, or whose value has another type. */
export function schemaProblems(value: Record<string, unknown>, path = ''): string[] {
  const type = String(value['@type']);
  const known = SCHEMA[type];
  if (!known) return [`${path}: no type ${type}`];
  return Object.entries(value).flatMap(([name, held]) => {
    if (name === '@type') return [];
    const check = known[name];
    const at = `${path}${type}.${name} `;
    if (!check) return [`${at}is unknown`];
    return [held].flat().flatMap((each) => {
      if (typeof check === 'function') return check(each) ? [] : [`${at}is ${JSON.stringify(each)}`];
      const inner = each as Record<string, unknown>;
      return inner['@type'] === check ? schemaProblems(inner, at) : [`${at}is not a ${check}`];
    });
  });
}
