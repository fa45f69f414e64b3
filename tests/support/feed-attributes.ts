/** An attribute that every item needs, every variant, or an item whose fact the shop knows. */
type Attribute = { needed: 'always' | 'variant' | 'known'; pattern: RegExp; most?: number };

const upTo = (length: number) => new RegExp(`^(?!\\s)[^\\n]{1,${length}}(?<!\\s)$`, 'u');
const URL_TEXT = /^https?:\/\/[^\s<>"]{1,1990}$/;
const PRICE = /^\d+\.\d{2} INR$/;

/** Google Merchant Center's product data specification, as far as it concerns new handmade goods in India. */
export const GOOGLE_ATTRIBUTES: Record<string, Attribute> = {
  'g:id': { needed: 'always', pattern: /^\S{1,50}$/ },
  'g:title': { needed: 'always', pattern: upTo(150) },
  'g:description': { needed: 'always', pattern: upTo(5000) },
  'g:link': { needed: 'always', pattern: URL_TEXT },
  'g:image_link': { needed: 'always', pattern: URL_TEXT },
  'g:additional_image_link': { needed: 'known', pattern: URL_TEXT, most: 10 },
  'g:availability': { needed: 'always', pattern: /^(?:in_stock|out_of_stock|preorder|backorder)$/ },
  'g:price': { needed: 'always', pattern: PRICE },
  'g:condition': { needed: 'always', pattern: /^(?:new|refurbished|used)$/ },
  'g:brand': { needed: 'always', pattern: upTo(70) },
  'g:identifier_exists': { needed: 'always', pattern: /^(?:yes|no)$/ },
  'g:google_product_category': { needed: 'always', pattern: /^[\w &,]+(?: > [\w &,-]+)+$/ },
  'g:product_type': { needed: 'always', pattern: upTo(750) },
  'g:item_group_id': { needed: 'variant', pattern: /^\S{1,50}$/ },
  'g:size': { needed: 'known', pattern: upTo(100) },
  'g:material': { needed: 'known', pattern: upTo(200) },
  'g:shipping': { needed: 'always', pattern: /^IN\d+\.\d{2} INR$/ },
};

/** The fields of Meta's catalogue, with the same meaning. */
export const META_FIELDS: Record<string, Attribute> = {
  id: { needed: 'always', pattern: /^\S{1,100}$/ },
  title: { needed: 'always', pattern: upTo(200) },
  description: { needed: 'always', pattern: upTo(9999) },
  availability: { needed: 'always', pattern: /^(?:in stock|out of stock)$/ },
  condition: { needed: 'always', pattern: /^(?:new|refurbished|used)$/ },
  price: { needed: 'always', pattern: PRICE },
  link: { needed: 'always', pattern: URL_TEXT },
  image_link: { needed: 'always', pattern: /^https?:\/\/\S+\.(?:jpg|png)$/ },
  brand: { needed: 'always', pattern: upTo(100) },
  additional_image_link: { needed: 'known', pattern: /^(?:https?:\/\/[^\s,]+(?:,|$)){1,20}$/ },
  google_product_category: { needed: 'always', pattern: /^[\w &,]+(?: > [\w &,-]+)+$/ },
  product_type: { needed: 'always', pattern: upTo(750) },
  item_group_id: { needed: 'variant', pattern: /^\S{1,100}$/ },
  size: { needed: 'known', pattern: upTo(200) },
  material: { needed: 'known', pattern: upTo(200) },
};

/** Returns what a specification refuses about an item. The item has a list of values for each attribute. */
export function problemsOf(item: Record<string, string[]>, attributes: Record<string, Attribute>): string[] {
  const isVariant = Object.entries(item).some(([name, values]) => /item_group_id/.test(name) && values.length > 0);
  const unknown = Object.keys(item).filter((name) => !Object.hasOwn(attributes, name));
  const hasVariantAttribute = ['size', 'material'].some((name) => (item[name] ?? item[`g:${name}`] ?? []).length > 0);
  return [
    ...unknown.map((name) => `unknown: ${name}`),
    ...(isVariant === hasVariantAttribute ? [] : ['a group needs size or material, and they need a group']),
    ...Object.entries(attributes).flatMap(([name, { needed, pattern, most = 1 }]) => {
      const values = item[name] ?? [];
      const least = needed === 'always' || (needed === 'variant' && isVariant) ? 1 : 0;
      return [
        ...(values.length < least || values.length > most ? [`${name}: ${values.length} values`] : []),
        ...values.filter((value) => !pattern.test(value)).map((value) => `${name}: ${value}`),
      ];
    }),
  ];
}
