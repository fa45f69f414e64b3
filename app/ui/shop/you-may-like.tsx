import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { ArtworkCard } from './artwork-card.tsx';

export function YouMayLike({
  title = 'You may like',
  artworks,
  isWanted,
}: {
  title?: string;
  artworks: readonly ArtworkSummary[];
  isWanted: (artworkId: string) => boolean;
}) {
  if (artworks.length === 0) return null;
  return (
    <section className="page-section print:hidden" aria-labelledby="you-may-like">
      <div className="section-head">
        <h2 id="you-may-like">{title}</h2>
      </div>
      <div className="artworks artworks-row">
        {artworks.map((artwork) => (
          <ArtworkCard key={artwork.id} artwork={artwork} wanted={isWanted(artwork.id)} buyable={false} />
        ))}
      </div>
    </section>
  );
}
