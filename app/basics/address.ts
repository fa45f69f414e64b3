/** The country is always India. */
export type Address = { street: string; city: string; state: string; zipCode: string; country: string };

export type ShippingAddress = Address & { name: string; email: string; phone: string };

/**
 * A business buyer, as printed on invoices. `suppliesFirmState` means that the parcel goes to somebody else on the
 * firm's order, which makes the firm's state the place of supply.
 */
export type Firm = { name: string; gstin: string; suppliesFirmState?: true };
