import { useCallback, useState } from 'react';
import { sourceSet, type Picture as StoredPicture, wholeOf } from '#app/modules/catalogue/media/picture.ts';

/**
 * A stored picture in AVIF and WebP at the width the place needs, on its preview while it loads; its box comes from the class,
 * so nothing moves. `first` is the one picture a page shows first; all others load when near. `title` names what is
 * missing when the picture is broken. An empty `alt` makes it decoration.
 */
export function Picture({
  picture,
  sizes,
  alt = picture?.alt ?? '',
  first,
  title,
  fallback,
  under,
  className = '',
}: {
  /** Without one its place stays empty. */
  picture: StoredPicture | undefined;
  sizes: string;
  alt?: string;
  first?: boolean;
  title?: string;
  /** Takes its place when it is broken. */
  fallback?: StoredPicture;
  /** The file that stands in its place until its own is there: one that the browser has. */
  under?: string;
  className?: string;
}) {
  const [broken, setBroken] = useState(false);
  // A picture may have failed before the page's script ran: then no event tells.
  const look = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true);
  }, []);
  if (broken && fallback) return <Picture {...{ sizes, first, title, className }} picture={fallback} />;
  const before = under ?? (picture?.preview ? `data:image/webp;base64,${picture.preview}` : undefined);
  if (!picture) return <span className={`picture ${className}`} />;
  return (
    <span className={`picture ${className}`} data-broken={broken || undefined}>
      {before ? <img className="picture-under" src={before} alt="" aria-hidden="true" /> : null}
      <picture>
        {picture.widths.length > 0 ? (
          <source type="image/avif" srcSet={sourceSet(picture, 'avif')} sizes={sizes} />
        ) : null}
        <img
          ref={look}
          src={wholeOf(picture)}
          srcSet={picture.widths.length > 0 ? sourceSet(picture, 'webp') : undefined}
          sizes={sizes}
          width={picture.width}
          height={picture.height}
          alt={alt}
          data-focus-x={tenth(picture.focalX)}
          data-focus-y={tenth(picture.focalY)}
          loading={first ? 'eager' : 'lazy'}
          decoding={first ? undefined : 'async'}
          fetchPriority={first ? 'high' : undefined}
          onError={() => setBroken(true)}
        />
      </picture>
      {broken ? <span className="picture-title">{title ?? alt}</span> : null}
    </span>
  );
}

/** What a card showed when it was pressed, by the address of its picture: its page begins with it. */
const shown = new Map<string, string>();

export function keepShown({ url }: StoredPicture, file: string | undefined): void {
  if (file) shown.set(url, file);
}

/** The file in which this picture was seen last on a card that was pressed. */
export const shownOf = ({ url }: StoredPicture): string | undefined => shown.get(url);

/** One half of the width on a phone, a quarter on a desk: cards in a grid. */
export const CARD_SIZES = '(min-width: 80rem) 25vw, (min-width: 48rem) 33vw, 50vw';

/** The picture of a piece on its page: as wide as a phone, not half of a desk. */
export const PAGE_PICTURE_SIZES = '(min-width: 64rem) 44vw, 100vw';

/** A focal point as the style sheet knows it: percent in steps of ten, since a style of its own may not be. */
export const tenth = (part: number | undefined): number | undefined =>
  part === undefined || part === 0.5 ? undefined : Math.round(part * 10) * 10;
