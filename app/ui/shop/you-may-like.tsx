import type { ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import { ArtworkCard } from './artwork-card.tsx';

/** Pieces like those somebody has bought; nothing where there are none. */
export function YouMayLike({
  artworks,
  isWanted,
}: {
  artworks: readonly ArtworkSummary[];
  isWanted: (artworkId: string) => boolean;
}) {
  if (artworks.length === 0) return null;
  return (
    <section className="page-section" aria-labelledby="you-may-like">
      <div className="section-head">
        <h2 id="you-may-like">You may like</h2>
      </div>
      <div className="artworks xl:grid-cols-4">
        {artworks.map((artwork) => (
          <ArtworkCard key={artwork.id} artwork={artwork} wanted={isWanted(artwork.id)} buyable={false} />
        ))}
      </div>
    </section>
  );
}
