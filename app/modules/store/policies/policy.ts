export const POLICY_IDS = ['terms', 'privacy', 'returns', 'shipping'] as const;
export type PolicyId = (typeof POLICY_IDS)[number];

export const POLICY_TITLES: Record<PolicyId, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  returns: 'Returns & Exchanges',
  shipping: 'Shipping Info',
};

export const MAX_SOURCE_LENGTH = 20_000;

/** What stands within a line. A link leads to a page of the shop, another https address, a mail address or a phone. */
export type Inline =
  | string
  | { kind: 'strong' | 'em'; children: Inline[] }
  | { kind: 'link'; to: string; children: Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph' | 'heading'; children: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] };

/** A heading of the second level with what stands under it; `id` is its anchor. */
export type PolicySection = { id: string; title: string; blocks: Block[] };

/** A text as a page shows it. */
export type PolicyText = { intro: Block[]; sections: PolicySection[] };
