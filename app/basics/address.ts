/** A postal address as the profile keeps it: the country is fixed to India. */
export type Address = { street: string; city: string; state: string; zipCode: string; country: string };

/** Where a parcel goes and who takes it. */
export type ShippingAddress = Address & { name: string; email: string; phone: string };

/** Who a registered buyer buys for, as it stands on the paper. */
export type Firm = { name: string; gstin: string };
