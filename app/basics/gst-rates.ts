export const GST_RATES = [0, 0.25, 1.5, 3, 5, 12, 18, 28, 40] as const;

/** The classification number of goods for customs and GST. */
export const HSN = /^(\d{4}|\d{6}|\d{8})$/;
export const HSN_WRONG = 'An HSN code has 4, 6 or 8 digits';
