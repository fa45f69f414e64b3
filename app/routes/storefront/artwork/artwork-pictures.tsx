import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { hasSize, ToScale } from './to-scale.tsx';
import { fileAtLeast } from '#app/modules/catalogue/media/picture.ts';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { PAGE_PICTURE_SIZES, Picture, shownOf } from '#app/ui/shop/picture.tsx';
import type ZoomView from './zoom-view.tsx';

/** The style sheet's rule for reduced motion does not affect scripts. */
const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function ArtworkPictures({
  artwork,
  heart,
}: {
  artwork: Pick<Artwork, 'title' | 'medium' | 'pictures' | 'mainImageIndex' | 'dimensions'>;
  heart: React.ReactNode;
}) {
  const { title, medium, dimensions } = artwork;
  const main = artwork.pictures[artwork.mainImageIndex];
  const pictures = main ? [main, ...artwork.pictures.filter((picture) => picture !== main)] : artwork.pictures;
  const scaled = hasSize(dimensions);
  const stage = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [zoomed, setZoomed] = useState<number>();
  const [Zoom, setZoom] = useState<typeof ZoomView>();
  const hydrated = useHydrated();
  const [under] = useState(() => main && shownOf(main));

  useEffect(() => {
    const slides = [...(stage.current?.children ?? [])];
    const visible = new Set<Element>();
    const watcher = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) visible[isIntersecting ? 'add' : 'delete'](target);
        const first = slides.findIndex((slide) => visible.has(slide));
        if (first >= 0) setCurrent(first);
      },
      { threshold: 0.6 },
    );
    for (const slide of slides) watcher.observe(slide);
    return () => watcher.disconnect();
  }, [artwork.pictures]);

  const show = (index: number) => {
    setCurrent(index);
    stage.current?.children[index]?.scrollIntoView({
      block: 'nearest',
      inline: 'start',
      behavior: isStill() ? 'instant' : 'smooth',
    });
  };
  const zoomIn = async (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    event.preventDefault();
    const file = event.currentTarget.href;
    const { default: loaded } = await import('./zoom-view.tsx').catch(() => ({ default: undefined }));
    if (!loaded) return window.location.assign(file);
    setZoom(() => loaded);
    setZoomed(index);
  };
  const shownIndex = Math.min(current, pictures.length - 1);
  const shownPicture = pictures[shownIndex];

  return (
    <>
      <div className="stage">
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach it (WCAG 2.1.1) */}
        <div className="stage-pictures" ref={stage} tabIndex={0} role="group" aria-label="Pictures">
          {pictures.map((picture, index) => {
            const whole = (
              <Picture
                picture={picture}
                sizes={PAGE_PICTURE_SIZES}
                under={index === 0 ? under : undefined}
                alt={picture.alt || title}
                title={title}
                first={index === 0}
              />
            );
            return (
              // Keyboards use the button below.
              <a
                key={picture.url}
                id={`picture-${index + 1}`}
                className="stage-picture"
                href={fileAtLeast(picture, 1200)}
                tabIndex={-1}
                draggable={false}
                aria-label={`Zoom picture ${index + 1}`}
                onClick={(event) => zoomIn(event, index)}
              >
                {/* If these pictures loaded immediately, they would delay the first picture. */}
                {index === 0 || hydrated ? whole : <noscript>{whole}</noscript>}
              </a>
            );
          })}
          {scaled ? (
            <div id="to-scale">
              <ToScale dimensions={dimensions} title={title} medium={medium} picture={main} />
            </div>
          ) : null}
        </div>
        <div className="stage-heart">{heart}</div>
        {shownPicture ? (
          <a
            className="stage-button stage-zoom"
            href={fileAtLeast(shownPicture, 1200)}
            aria-label="Zoom image"
            onClick={(event) => zoomIn(event, shownIndex)}
          >
            <Icon name="zoom" />
          </a>
        ) : null}
      </div>
      <nav className="thumbs" aria-label="Images">
        {pictures.map((picture, index) => (
          <a
            key={picture.url}
            href={`#picture-${index + 1}`}
            aria-label={`Picture ${index + 1} of ${pictures.length}`}
            aria-current={current === index}
            onClick={(event) => {
              event.preventDefault();
              show(index);
            }}
          >
            <Picture picture={picture} sizes="78px" alt="" />
          </a>
        ))}
        {scaled ? (
          <a
            href="#to-scale"
            aria-current={current === pictures.length}
            onClick={(event) => {
              event.preventDefault();
              show(pictures.length);
            }}
          >
            <span className="thumb-scale">
              Size
              <br />
              view
            </span>
          </a>
        ) : null}
      </nav>
      {Zoom ? (
        <Zoom pictures={pictures} at={zoomed} title={title} onMove={setZoomed} onClose={() => setZoomed(undefined)} />
      ) : null}
    </>
  );
}
