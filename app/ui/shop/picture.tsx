import { useCallback, useState } from 'react';
import { sourceSet, type Picture as StoredPicture, wholeOf } from '#app/modules/catalogue/media/picture.ts';

/**
 * `first` loads immediately; other pictures load lazily. `title` replaces a broken picture. An empty `alt` makes the
 * picture decorative.
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
  picture: StoredPicture | undefined;
  sizes: string;
  alt?: string;
  first?: boolean;
  title?: string;
  fallback?: StoredPicture;
  /** A file that the browser already has, shown until the picture has loaded. */
  under?: string;
  className?: string;
}) {
  const [broken, setBroken] = useState(false);
  // The picture may have failed before hydration, without an event for React.
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
          data-focus-x={roundToTenth(picture.focalX)}
          data-focus-y={roundToTenth(picture.focalY)}
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

/** The files of clicked cards by picture URL. The opened page shows them until its own files have loaded. */
const shown = new Map<string, string>();

export function keepShown({ url }: StoredPicture, file: string | undefined): void {
  if (file) shown.set(url, file);
}

export const shownOf = ({ url }: StoredPicture): string | undefined => shown.get(url);

export const CARD_SIZES = '(min-width: 80rem) 25vw, (min-width: 48rem) 33vw, 50vw';

export const PAGE_PICTURE_SIZES = '(min-width: 64rem) 44vw, 100vw';

/** Rounds a focal point to ten percent, for class names, because inline styles are not allowed. */
export const roundToTenth = (part: number | undefined): number | undefined =>
  part === undefined || part === 0.5 ? undefined : Math.round(part * 10) * 10;
