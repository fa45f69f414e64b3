import type { PersonalData } from '#app/platform/personal-data.ts';

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    personalData: readonly PersonalData[];
  }
}
