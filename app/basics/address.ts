export type Address = { street: string; city: string; state: string; zipCode: string; country: string };

export type ShippingAddress = Address & { name: string; email: string; phone: string };

/**
 * A business buyer, as printed on invoices. `suppliesFirmState` means that the firm had the parcel sent to somebody
 * else, so the firm's state is the place of supply.
 */
export type Firm = { name: string; gstin: string; suppliesFirmState?: true };
