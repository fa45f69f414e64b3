import type { PersonalData } from '#app/platform/personal-data.ts';

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** In the order of the areas. */
    personalData: readonly PersonalData[];
  }
}
