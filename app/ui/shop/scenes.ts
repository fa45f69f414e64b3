// Written by scripts/make-scenes.ts.
import type { Picture } from '#app/modules/media/picture.ts';

/** The shop's own pictures, there whatever the catalogue holds; their files are in public/scenes. */
export const scenes = {
  'peacock-panel-1': {"url":"/scenes/peacock-panel-1.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#76665d","alt":"Indigo silk panel with a hand-painted peacock"},
  'aipan-saree-2': {"url":"/scenes/aipan-saree-2.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#a65742","alt":"Close view of white Aipan line work on red cloth"},
  'aipan-stitch-close': {"url":"/scenes/aipan-stitch-close.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#99513e","alt":"Needle and thread at the painted border of a red cloth"},
  'aipan-gown-form': {"url":"/scenes/aipan-gown-form.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#b79175","alt":"Red gown with white Aipan painting on a tailor’s form"},
  'stitching-table': {"url":"/scenes/stitching-table.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#837165","alt":"Indigo suit on the stitching table, with scissors and thread"},
  'studio-table': {"url":"/scenes/studio-table.webp","width":1600,"height":1000,"widths":[160,400,800,1200],"averageColour":"#9c6347","alt":"Work table with a red saree, bowls of pigment and brushes"},
  'studio-shelf': {"url":"/scenes/studio-shelf.webp","width":1600,"height":1000,"widths":[160,400,800,1200],"averageColour":"#ac9682","alt":"Shelf with folded cloth, a framed mountain painting and an Aipan vase"},
  'painters-table-above': {"url":"/scenes/painters-table-above.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#9f7c58","alt":"Half-painted cloth on the table, seen from above, with pots of colour"},
  'folded-stack-ribbon': {"url":"/scenes/folded-stack-ribbon.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#907b56","alt":"Folded painted cloths tied with a white ribbon"},
  'dupatta-on-chair': {"url":"/scenes/dupatta-on-chair.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#a97d54","alt":"Painted dupatta over the back of a wooden chair"},
  'madhubani-dupatta-1': {"url":"/scenes/madhubani-dupatta-1.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#ba966b","alt":"Painted dupatta"},
  'himalayan-dawn-1': {"url":"/scenes/himalayan-dawn-1.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#a28d7d","alt":"Framed landscape in oil"},
  'terracotta-vase-1': {"url":"/scenes/terracotta-vase-1.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#c6ac91","alt":"Terracotta vase"},
  'neem-soap-1': {"url":"/scenes/neem-soap-1.webp","width":1200,"height":1500,"widths":[160,400,800,1200],"averageColour":"#b7a787","alt":"Neem soap"},
} satisfies Record<string, Picture>;
