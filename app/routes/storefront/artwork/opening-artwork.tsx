import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { type ArtworkSummary, formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import { isMadeToOrder, MEDIUM_NAMES } from '#app/modules/catalogue/artworks/medium.ts';
import { FeaturedMark } from '#app/ui/shop/artwork-card.tsx';
import { closeArtwork, openingArtwork } from '#app/ui/shop/opening-artwork.ts';
import { PAGE_PICTURE_SIZES, Picture, shownOf } from '#app/ui/shop/picture.tsx';

/** Over the page whose card was pressed: the first screen of the piece, from what its card knows, until its page is drawn. */
export function OpeningArtwork() {
  const artwork = useSyncExternalStore(openingArtwork.subscribe, openingArtwork.get, () => undefined);
  const { key } = useLocation();
  // Before the page that came is painted.
  useLayoutEffect(() => closeArtwork(), [key]);
  return artwork ? <Frame key={artwork.id} artwork={artwork} /> : null;
}

function Frame({ artwork }: { artwork: ArtworkSummary }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const main = document.getElementById('main');
    // Where the page will begin.
    frame.current?.style.setProperty('padding-top', `${main?.offsetTop ?? 0}px`);
    const covered = [...(main?.children ?? [])].filter((child) => child !== frame.current);
    for (const child of covered) child.setAttribute('aria-hidden', 'true');
    return () => {
      for (const child of covered) child.removeAttribute('aria-hidden');
    };
  }, []);
  return (
    <div ref={frame} className="opening" aria-busy="true">
      <div className="wrap">
        <p className="crumbs">
          <span className="link">Back to Gallery</span>
        </p>
        <div className="artwork">
          <div className="stage">
            <div className="stage-pictures">
              <div className="stage-picture">
                <Picture
                  picture={artwork.picture}
                  sizes={PAGE_PICTURE_SIZES}
                  under={shownOf(artwork.picture)}
                  title={artwork.title}
                  first
                />
              </div>
            </div>
          </div>
          <div className="thumbs" />
          <div className="buy">
            <p className="meta buy-line">
              {artwork.featured ? <FeaturedMark /> : null}
              {MEDIUM_NAMES[artwork.medium]}
            </p>
            <h1>{artwork.title}</h1>
            <div className="skeleton h-12" />
            <p className="price">
              {artwork.hasVariants || (isMadeToOrder(artwork) && artwork.price !== null) ? (
                <span className="meta font-normal">from </span>
              ) : null}
              {formatPrice(artwork.price)}
            </p>
            <div className="skeleton h-5 w-1/2" />
            <div className="skeleton h-12" />
          </div>
        </div>
      </div>
    </div>
  );
}
