import type { PersonalData } from '#app/platform/personal-data.ts';

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** The personal data of each module, in the order of the areas. */
    personalData: readonly PersonalData[];
  }
}
