type Courier = {
  name: string;
  spelled: RegExp;
  trackingPage?: (trackingNumber: string) => string;
};

const COURIERS: readonly Courier[] = [
  {
    name: 'India Post',
    spelled: /\bindian? ?post|\bspeed ?post|\bregistered (post|parcel)|\bpost office|\bdak\b/,
    trackingPage: () => 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx',
  },
  {
    name: 'Delhivery',
    spelled: /\bdelh[a-z]{0,2}v[a-z]?ry/,
    trackingPage: (number) => `https://www.delhivery.com/track/package/${number}`,
  },
  {
    name: 'Blue Dart',
    spelled: /\bblue ?dart/,
    trackingPage: (number) => `https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  },
  {
    name: 'DTDC',
    spelled: /\bd ?t ?d ?c\b/,
    trackingPage: (number) =>
      `https://tracking.dtdc.com/ctbs-tracking/customerInterface.tr?submitName=showCITrackingDetails&cType=Consignment&cnNo=${number}`,
  },
  {
    name: 'Ekart',
    spelled: /\be ?kart\b/,
    trackingPage: (number) => `https://ekartlogistics.com/shipmenttrack/${number}`,
  },
  {
    name: 'Xpressbees',
    spelled: /\be?xpress ?bees?\b/,
    trackingPage: (number) => `https://www.xpressbees.com/shipment/tracking?awbNo=${number}`,
  },
  {
    name: 'Ecom Express',
    spelled: /\be ?com\b/,
    trackingPage: (number) => `https://ecomexpress.in/tracking/?awb_field=${number}`,
  },
  {
    name: 'Professional Couriers',
    spelled: /\bprofessional\b|\bt ?p ?c\b/,
    trackingPage: (number) => `https://www.tpcindia.com/Tracking2014.aspx?id=${number}&type=0&service=0`,
  },
  { name: 'Shadowfax', spelled: /\bshadow ?fax/ },
  { name: 'Trackon', spelled: /\btrack ?on\b/ },
  { name: 'Shree Maruti', spelled: /\bmaruti\b/ },
  { name: 'Gati', spelled: /\bgati\b/ },
];

export function findCourier(typed: string): Courier | undefined {
  const bare = typed
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  return COURIERS.find(({ spelled }) => spelled.test(bare));
}

export type TrackingLink = { label: string; url: string };

export function trackingLink(parcel: {
  carrier?: string | null;
  trackingNumber?: string | null;
}): TrackingLink | undefined {
  const courier = parcel.carrier ? findCourier(parcel.carrier) : undefined;
  const number = parcel.trackingNumber?.replace(/\s+/g, '') ?? '';
  if (!courier?.trackingPage || !/^(?=.*\d)[A-Za-z0-9-]{5,40}$/.test(number)) return undefined;
  return { label: `Track it at ${courier.name}`, url: courier.trackingPage(number) };
}
