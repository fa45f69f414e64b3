import type { ComponentProps } from 'react';
import { href } from 'react-router';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import type { Buyer } from './use-being-bought.ts';

export const BUYER_LABELS: Record<Buyer, string> = {
  others: 'Someone is buying this',
  held: 'Held for you',
  ordered: 'Held for you',
};

export function BuyerLink({
  artwork: { slug, title },
  buyer,
  ...link
}: { artwork: Pick<ArtworkSummary, 'slug' | 'title'>; buyer: Buyer } & Partial<ComponentProps<typeof ButtonLink>>) {
  const [to, label] = {
    others: [href('/artwork/:id', { id: slug }), 'Email me if it’s available'] as const,
    held: [href('/checkout'), 'Go to checkout'] as const,
    ordered: [href('/profile/orders'), 'My Orders'] as const,
  }[buyer];
  return (
    <ButtonLink look="card" full {...link} to={to}>
      {label}
      <span className="sr-only">: {title}</span>
    </ButtonLink>
  );
}
