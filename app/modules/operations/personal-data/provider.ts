import type { PersonalData } from '#app/platform/personal-data.ts';

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Lists the modules' data in the order of the areas. */
    personalData: readonly PersonalData[];
  }
}
