import { z } from 'zod';
import { isGstin } from '#app/basics/gstin.ts';
import { rupees } from '#app/basics/money.ts';
import { STATES_AND_TERRITORIES } from '#app/basics/states.ts';
import { plainCode } from '#app/basics/typed-text.ts';
import { PAYMENT_METHODS } from '#app/basics/payment-methods.ts';
import {
  text,
  count,
  money,
  days,
  email,
  phone,
  pinPrefixes,
  zone,
  SELLER_STATUSES,
  gst,
  day,
  holiday,
  workHours,
} from './setting-values.ts';
import { siteTextSchemas } from './site-text-schemas.ts';

export const schemas = {
  shopName: text.default('Bisvar'),
  tagline: text.default('Handcrafted Indian Art'),
  contact: z
    .strictObject({
      email: email.default('hello@bisvar.example'),
      phone: phone.default('+91 98765 43210'),
      whatsapp: phone.default('+91 98765 43210'),
      address: text.default('Bisvar Studio, Almora, Uttarakhand 263601, India'),
      hours: text.default('Mon-Sat 10 AM-8 PM'),
      replyWithinHours: count.default(24),
    })
    .prefault({}),
  legal: z
    .strictObject({
      sellerName: text.nullable().default(null),
      sellerAddress: text.nullable().default(null),
      grievanceName: text.nullable().default(null),
      grievanceEmail: email.nullable().default(null),
      grievancePhone: phone.nullable().default(null),
    })
    .prefault({}),
  seller: z
    .strictObject({
      status: z.enum(SELLER_STATUSES).default('unregistered'),
      gstin: z
        .string()
        .trim()
        .toUpperCase()
        .refine(isGstin, 'Enter a valid 15-character GSTIN')
        .nullable()
        .default(null),
      pricesExcludeGst: z.boolean().default(false),
      ownStateOnly: z.boolean().default(false),
      state: z.enum(STATES_AND_TERRITORIES).nullish(),
    })
    .superRefine((seller, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (seller.status === 'unregistered' && seller.gstin !== null)
        refuse('gstin', 'Leave the GSTIN empty, or choose another GST status');
      if (seller.status !== 'unregistered' && seller.gstin === null) refuse('gstin', 'Enter your GSTIN');
      if (seller.status !== 'regular' && seller.pricesExcludeGst)
        refuse('pricesExcludeGst', 'Only a regular seller adds GST to prices');
      if (seller.status === 'unregistered' && seller.ownStateOnly && !seller.state)
        refuse('state', 'Choose your state');
      if (seller.status === 'regular' && seller.ownStateOnly)
        refuse('ownStateOnly', 'A regular seller may deliver to every state');
    })
    .prefault({}),
  gst: z
    .strictObject({
      fabric: gst(5, '6307'),
      oil: gst(5, '9701'),
      handcraft: gst(5, '4420'),
      'skin-care': gst(5, '3401'),
    })
    .prefault({}),
  taxWarnings: z
    .strictObject({
      /** Above this yearly turnover, the seller needs a GST registration or another GST status. */
      turnoverLimit: money.nullable().prefault(rupees(20_00_000)),
      /** A parcel of higher value needs an e-way bill; null means never. */
      ewayBillAbove: money.nullable().prefault(rupees(50_000)),
      /** Whether an unregistered seller's handicraft needs an e-way bill to another state, whatever its value. */
      ewayBillForHandicraft: z.boolean().default(true),
    })
    .prefault({}),
  gstOnServices: z
    .strictObject({
      shippingSac: text.default('9968'),
      cashOnDeliverySac: text.default('9985'),
      cloth: gst(5, '9988'),
    })
    .prefault({}),
  upi: z
    .strictObject({
      address: z
        .string()
        .transform(plainCode)
        .pipe(z.string().regex(/^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/, 'Enter a UPI ID, like name@bank'))
        .nullable()
        .default('bisvar@upi'),
      name: text.nullable().default('Bisvar'),
      /** Links to a merchant's UPI address may contain `tr` and `mc` and can open an app. */
      isMerchant: z.boolean().default(false),
    })
    .prefault({}),
  paymentMethods: z
    .array(z.enum(PAYMENT_METHODS))
    .min(1, 'Choose at least one payment method')
    .default(PAYMENT_METHODS.filter((method) => method !== 'cod')),
  cashOnDelivery: z
    .strictObject({
      /** The limit excludes the charge; null means no limit. */
      maxTotal: money.nullable().prefault(rupees(10_000)),
      /**
       * PIN prefixes with cash on delivery, in addition to zones with cash. If neither is set, cash is possible
       * everywhere.
       */
      pinPrefixes: pinPrefixes.default([]),
      charge: money.prefault(rupees(0)),
      /** The limit includes orders returned within 90 days. */
      maxOpen: count.min(1, 'At least 1').max(100, 'At most 100').default(2),
      confirmByPhone: z.boolean().default(false),
    })
    .prefault({}),
  unmatchedOrders: z
    .strictObject({
      orders: count.default(2),
      artworks: count.default(10),
      artworksPerNetwork: count.default(30),
    })
    .prefault({}),
  guestCheckout: z.boolean().default(false),
  shippingMode: z.enum(['flat', 'zones']).default('flat'),
  flatShipping: z
    .strictObject({ cost: money.prefault(rupees(150)), freeAbove: money.nullable().prefault(rupees(2000)) })
    .prefault({}),
  shippingZones: z
    .array(zone)
    .min(1, 'At least one zone')
    .max(20, 'At most 20 zones')
    .refine(
      (zones) => zones.filter((each) => each.pinPrefixes.length === 0).length === 1,
      'Leave the PIN prefixes of exactly one zone empty',
    )
    .prefault([
      {
        name: 'Metro',
        places: 'Delhi, Mumbai, Kolkata, Chennai, Bengaluru, Hyderabad',
        businessDays: { from: 3, to: 5 },
        cost: rupees(100),
        freeAbove: rupees(2000),
        pinPrefixes: ['110', '400', '500', '560', '600', '700'],
      },
      {
        name: 'Tier 1',
        places:
          'Ahmedabad, Bhopal, Chandigarh, Coimbatore, Gurugram, Indore, Jaipur, Kochi, Lucknow, Nagpur, Noida, Patna, Pune, Surat, Visakhapatnam',
        businessDays: { from: 4, to: 6 },
        cost: rupees(120),
        freeAbove: null,
        pinPrefixes: '122 160 201 226 302 380 395 411 440 452 462 530 641 682 800'.split(' '),
      },
      {
        name: 'Tier 2',
        places: 'All other cities and towns',
        businessDays: { from: 5, to: 7 },
        cost: rupees(150),
        freeAbove: null,
        pinPrefixes: [],
      },
      {
        name: 'Remote',
        places: 'The North-East, Jammu and Kashmir, Ladakh, Andaman and Nicobar Islands, Lakshadweep',
        businessDays: { from: 7, to: 10 },
        cost: rupees(200),
        freeAbove: rupees(3000),
        pinPrefixes: ['18', '19', '68255', '737', '744', '78', '79'],
      },
    ]),
  /** PIN prefixes without delivery, even inside a zone. */
  unservedPinPrefixes: pinPrefixes.default([]),
  promises: z
    .strictObject({
      deliveryBusinessDays: days.default({ from: 5, to: 7 }),
      processingBusinessDays: days.default({ from: 1, to: 2 }),
      customWorkWeeks: days.default({ from: 2, to: 3 }),
      commissionWeeks: days.default({ from: 2, to: 4 }),
      commissionAdvancePercentage: count.max(100, 'At most 100').default(50),
      cancelWithinHours: count.default(2),
      returnWithinDays: count.default(7),
      reportIssuesWithinHours: count.default(24),
      refundBusinessDays: days.default({ from: 5, to: 7 }),
      /** Customers can pay orders above this amount in instalments; null means no instalments. */
      emiAbove: money.nullable().prefault(rupees(5000)),
      isInsured: z.boolean().default(true),
      hasCertificate: z.boolean().default(true),
      sendsPhotos: z.boolean().default(true),
    })
    .prefault({}),
  /** The lowest prices of custom work. A null price is not shown. */
  customWork: z
    .strictObject({
      paintingFrom: money.nullable().prefault(rupees(4200)),
      stitchingFrom: money.nullable().prefault(rupees(2600)),
    })
    .prefault({}),
  ...siteTextSchemas,
  holidays: z.array(holiday).max(60, 'At most 60').default([]),
  away: z.strictObject({ until: day.nullable().default(null) }).prefault({}),
  studioCalendar: z
    .strictObject({
      hoursPerWeek: count.min(1, 'At least 1').max(168, 'At most 168').default(20),
      otherWorkHours: workHours.default(8),
      stitchingHours: count.max(1000, 'At most 1000').default(4),
    })
    .prefault({}),
  workHours: z
    .array(z.strictObject({ category: text, hours: workHours }))
    .max(50, 'At most 50')
    .refine(
      (rows) => new Set(rows.map(({ category }) => category.toLowerCase())).size === rows.length,
      'Enter each category only once',
    )
    .default([
      { category: 'Fabric Painting', hours: 8 },
      { category: 'Oil Painting', hours: 16 },
      { category: 'Handcraft', hours: 4 },
      { category: 'Skin Care', hours: 1 },
    ]),
  policiesUpdated: text.default('January 2024'),
  /** How long a CDN may cache guest pages; 0 turns caching off. */
  cdn: z.strictObject({ maxAgeMinutes: count.max(1440, 'At most 1440').default(0) }).prefault({}),
} as const;
