import { href } from 'react-router';
import type { ShopCategory } from '#app/ui/layouts/header.tsx';
import { scenes } from '#app/ui/shop/scenes.ts';

export const SHOP_CATEGORIES: ShopCategory[] = [
  { path: href('/gallery/fabric'), label: 'Fabric Painting', picture: scenes['madhubani-dupatta-1'] },
  { path: href('/gallery/oil'), label: 'Oil Painting', picture: scenes['himalayan-dawn-1'] },
  { path: href('/gallery/handcraft'), label: 'Handcraft', picture: scenes['terracotta-vase-1'] },
  { path: href('/gallery/skin-care'), label: 'Skin care', picture: scenes['neem-soap-1'] },
];

export const COLLECTIONS: ShopCategory = { path: href('/collections'), label: 'Collections' };
