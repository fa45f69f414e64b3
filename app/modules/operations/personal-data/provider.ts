import type { PersonalData } from '#app/platform/personal-data.ts';

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** What each module stores about people, in the order of the areas. */
    personalData: readonly PersonalData[];
  }
}
