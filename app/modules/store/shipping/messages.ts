/** Stands beside the field of the PIN code, and in what it is answered. */
export const notServed = (zipCode: string): string => `We don't deliver to ${zipCode} yet`;
