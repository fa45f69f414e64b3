import { readableCode } from '#app/platform/readable-code.server.ts';

/** A new order number such as 'BV-7K3M-9QX2': 31^8 of them, drawn by chance. */
export const newOrderNumber = (): string => `BV-${readableCode(4)}-${readableCode(4)}`;
