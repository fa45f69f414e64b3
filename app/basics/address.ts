/** The country is always India. */
export type Address = { street: string; city: string; state: string; zipCode: string; country: string };

export type ShippingAddress = Address & { name: string; email: string; phone: string };

/** A business buyer, as printed on invoices. */
export type Firm = { name: string; gstin: string };
