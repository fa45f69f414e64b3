export const POLICY_IDS = ['terms', 'privacy', 'returns', 'shipping'] as const;
export type PolicyId = (typeof POLICY_IDS)[number];

export const POLICY_TITLES: Record<PolicyId, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  returns: 'Returns & Exchanges',
  shipping: 'Shipping Info',
};

export const MAX_SOURCE_LENGTH = 20_000;

export type Inline =
  | string
  | { kind: 'strong' | 'em'; children: Inline[] }
  | { kind: 'link'; to: string; children: Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph' | 'heading'; children: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] };

export type PolicySection = { id: string; title: string; blocks: Block[] };

export type PolicyText = { intro: Block[]; sections: PolicySection[] };
