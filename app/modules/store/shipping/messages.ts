export const notServed = (zipCode: string): string => `We don't deliver to ${zipCode} yet`;
