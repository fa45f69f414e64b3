import { describe, expect, test } from 'vitest';
import { findCourier, trackingLink } from './courier.ts';

describe('a courier', () => {
  test.each([
    ['India Post', 'India Post'],
    ['speedpost', 'India Post'],
    ['SPEED-POST (EMS)', 'India Post'],
    ['Delhivery', 'Delhivery'],
    ['delhivary surface', 'Delhivery'],
    ['Blue Dart', 'Blue Dart'],
    ['BLUEDART EXPRESS', 'Blue Dart'],
    ['blue-dart', 'Blue Dart'],
    ['D.T.D.C.', 'DTDC'],
    ['dtdc courier', 'DTDC'],
    ['e-kart', 'Ekart'],
    ['Xpress Bees', 'Xpressbees'],
    ['ExpressBees', 'Xpressbees'],
    ['Ecom Express', 'Ecom Express'],
    ['The Professional Couriers', 'Professional Couriers'],
    ['TPC', 'Professional Couriers'],
    ['Shadowfax', 'Shadowfax'],
    ['Track On', 'Trackon'],
    ['Shri Maruti', 'Shree Maruti'],
    ['Gati-KWE', 'Gati'],
  ])('%s is %s', (typed, name) => expect(findCourier(typed)?.name).toBe(name));

  test.each(['', 'My cousin', 'Navigation Ltd', 'Express delivery', 'Tracking'])('%j is not a known courier', (typed) =>
    expect(findCourier(typed)).toBeUndefined(),
  );
});

describe('the link of a parcel', () => {
  test.each([
    ['delhivery', 'https://www.delhivery.com/track/package/1490812345678'],
    ['blue dart', 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=1490812345678'],
    [
      'dtdc',
      'https://tracking.dtdc.com/ctbs-tracking/customerInterface.tr?submitName=showCITrackingDetails&cType=Consignment&cnNo=1490812345678',
    ],
    ['ekart', 'https://ekartlogistics.com/shipmenttrack/1490812345678'],
    ['xpressbees', 'https://www.xpressbees.com/shipment/tracking?awbNo=1490812345678'],
    ['ecom express', 'https://ecomexpress.in/tracking/?awb_field=1490812345678'],
    ['professional', 'https://www.tpcindia.com/Tracking2014.aspx?id=1490812345678&type=0&service=0'],
  ])('opens the page of %s with the number in it', (carrier, url) =>
    expect(trackingLink({ carrier, trackingNumber: '1490 8123 45678' })?.url).toBe(url),
  );

  test('of India Post opens the page to type the number', () =>
    expect(trackingLink({ carrier: 'Speed Post', trackingNumber: 'EB123456789IN' })?.url).toContain(
      'indiapost.gov.in',
    ));

  test.each(['Shadowfax', 'Trackon', 'Shree Maruti', 'Gati', 'My cousin'])(
    'is missing where the page of %s takes no number',
    (carrier) => expect(trackingLink({ carrier, trackingNumber: 'EB123456789IN' })).toBeUndefined(),
  );

  test.each([null, '', 'soon', 'see the bill', '<script>alert(1)</script>', '12345?x=y&z'])(
    'is missing when the number is %j',
    (trackingNumber) => expect(trackingLink({ carrier: 'Blue Dart', trackingNumber })).toBeUndefined(),
  );
});
