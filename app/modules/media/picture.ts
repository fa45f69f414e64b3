/**
 * A stored picture as a page needs it. `url` is what `artworks.images` holds ('/media/NAME.webp'); the narrower files
 * stand beside it as '/media/NAME-WIDTH.avif' and '.webp', one pair for each of `widths` (pixels, ascending).
 */
export type Picture = {
  url: string;
  width: number;
  height: number;
  widths: number[];
  averageColour: string;
  alt: string;
};

/** The `srcset` of one format: every width the picture was made in. */
export function sourceSet(picture: Picture, format: 'avif' | 'webp'): string {
  return picture.widths.map((width) => `${fileOf(picture, width, format)} ${width}w`).join(', ');
}

/** The address of the file nearest above a width in CSS pixels, for places that can't choose by themselves. */
export function fileAtLeast(picture: Picture, width: number): string {
  const chosen = picture.widths.find((candidate) => candidate >= width) ?? picture.widths.at(-1) ?? picture.width;
  return fileOf(picture, chosen, 'webp');
}

function fileOf(picture: Picture, width: number, format: 'avif' | 'webp'): string {
  return `${picture.url.replace(/\.webp$/, '')}-${width}.${format}`;
}
