// Written by scripts/make-scenes.ts.
import type { Picture } from '#app/modules/catalogue/media/picture.ts';

const scene = (name: string, made: Omit<Picture, 'url' | 'widths'>): Picture => ({
  url: `/scenes/${name}.webp`,
  widths: [160, 400, 600, 800, 1200],
  ...made,
});

export const scenes = {
  'peacock-panel-1': scene('peacock-panel-1', {
    width: 1200,
    height: 1500,
    alt: 'Indigo silk panel with a hand-painted peacock',
  }),
  'aipan-saree-2': scene('aipan-saree-2', {
    width: 1200,
    height: 1500,
    alt: 'Close view of white Aipan line work on red cloth',
  }),
  'aipan-stitch-close': scene('aipan-stitch-close', {
    width: 1200,
    height: 1500,
    alt: 'Needle and thread at the painted border of a red cloth',
  }),
  'aipan-gown-form': scene('aipan-gown-form', {
    width: 1200,
    height: 1500,
    alt: 'Red gown with white Aipan painting on a tailor’s form',
  }),
  'stitching-table': scene('stitching-table', {
    width: 1200,
    height: 1500,
    alt: 'Indigo suit on the stitching table, with scissors and thread',
  }),
  'studio-table': scene('studio-table', {
    width: 1600,
    height: 1000,
    alt: 'Work table with a red saree, bowls of pigment and brushes',
  }),
  'studio-shelf': scene('studio-shelf', {
    width: 1600,
    height: 1000,
    alt: 'Shelf with folded cloth, a framed mountain painting and an Aipan vase',
  }),
  'painters-table-above': scene('painters-table-above', {
    width: 1200,
    height: 1500,
    alt: 'Half-painted cloth on the table, seen from above, with pots of colour',
  }),
  'folded-stack-ribbon': scene('folded-stack-ribbon', {
    width: 1200,
    height: 1500,
    alt: 'Folded painted cloths tied with a white ribbon',
  }),
  'dupatta-on-chair': scene('dupatta-on-chair', {
    width: 1200,
    height: 1500,
    alt: 'Painted dupatta over the back of a wooden chair',
  }),
  'madhubani-dupatta-1': scene('madhubani-dupatta-1', {
    width: 1200,
    height: 1500,
    alt: 'Painted dupatta',
  }),
  'himalayan-dawn-1': scene('himalayan-dawn-1', {
    width: 1200,
    height: 1500,
    alt: 'Framed landscape in oil',
  }),
  'terracotta-vase-1': scene('terracotta-vase-1', {
    width: 1200,
    height: 1500,
    alt: 'Terracotta vase',
  }),
  'neem-soap-1': scene('neem-soap-1', { width: 1200, height: 1500, alt: 'Neem soap' }),
};
