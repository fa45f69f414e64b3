// Generates a hosted backend’s tables as psql writes CSV, always the same for a seed.
import { randomFrom } from './random.ts';

type Cell = string | number | boolean | null | object;
export type Tables = Map<string, { columns: string[]; rows: Cell[][] }>;

const STATES = ['Uttarakhand', 'Delhi', 'Maharashtra', 'Karnataka'];
const NAMES = ['Asha', 'Meera', 'Nanda', 'Kamla', 'Tara', 'Bina', 'Geeta', 'Hema'];
const METHODS = ['manual', 'upi', 'razorpay', 'phonepe'];
const STATUSES = ['delivered', 'delivered', 'delivered', 'shipped', 'processing', 'cancelled', 'pending'];

export const PICTURES_HOST = 'pictures.example';
/** bcrypt of 'painted-lotus', at the cost of 10. */
export const PAINTED_LOTUS = '$2b$10$jFV9Iz9Lh0LgJMZw/Rgy7uRB11SDaS9kWSBdgj.EKnu43pZM3c4AC';

const rupeesOf = (paise: number): string => (paise / 100).toFixed(2);
const id = (kind: number, n: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-9000-${String(n).padStart(12, '0')}`;
export const personId = (n: number): string => id(1, n);
export const orderId = (n: number): string => id(3, n);
export const artworkId = (n: number): string => id(2, n);

export type BackendTotals = {
  people: number;
  orders: number;
  ordersTotal: number;
  payments: number;
  paymentsTotal: number;
  revenue: number;
};

/** A third of the people have no usable password, some orders have no payments, and one in seven is pending. */
export function makeBackend({
  people,
  orders,
  pictures,
  picturesAt = `https://${PICTURES_HOST}`,
  seed = 1,
}: {
  people: number;
  orders: number;
  pictures: number;
  picturesAt?: string;
  seed?: number;
}): { tables: Tables; totals: BackendTotals } {
  const random = randomFrom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const at = (minutes: number) =>
    new Date(Date.UTC(2025, 0, 1) + minutes * 60_000).toISOString().replace('T', ' ').replace('Z', '123+00');
  const tables: Tables = new Map();
  const table = (name: string, columns: string) => {
    const made = { columns: columns.split(' '), rows: [] as Cell[][] };
    tables.set(name, made);
    return (row: Cell[]) => made.rows.push(row);
  };

  const addUser = table(
    'auth.users',
    'id email encrypted_password email_confirmed_at raw_user_meta_data created_at updated_at deleted_at banned_until',
  );
  const addProfile = table('public.user_profiles', 'id name email phone address is_admin created_at updated_at');
  for (let n = 0; n < people; n += 1) {
    const email = `${one(NAMES)}.${n}@Example.in`;
    const hash = n % 3 === 1 ? one(['', '$argon2id$v=19$m=65536,t=2,p=1$abc$def']) : PAINTED_LOTUS;
    const name = `${one(NAMES)} "Rawat"\\${n}`;
    addUser([personId(n), email, hash, n % 5 === 4 ? null : at(n), { name }, at(n), at(n), null, null]);
    const address = {
      street: `${n}, Mall\tRoad`,
      city: 'Almora',
      state: one(STATES),
      zipCode: '263601',
      country: 'India',
    };
    addProfile([
      personId(n),
      n % 7 === 0 ? null : name,
      email.toLowerCase(),
      n % 4 ? `+91 98765 ${String(n).padStart(5, '0')}` : null,
      n % 2 ? address : null,
      n === 0,
      at(n),
      at(n),
    ]);
  }

  const pictureAddress = (n: number) => `${picturesAt}/storage/v1/object/public/images/artwork-images/${n}-abc.png`;
  const addMedia = table(
    'public.media_gallery',
    'id filename original_filename file_path public_url file_size mime_type uploaded_by created_at',
  );
  for (let n = 0; n < pictures; n += 1)
    addMedia([
      id(5, n),
      `${n}-abc.png`,
      `Picture ${n}.png`,
      `artwork-images/${n}-abc.png`,
      pictureAddress(n),
      1000,
      'image/png',
      personId(0),
      at(n),
    ]);

  const addArtwork = table(
    'public.artworks',
    'id title description price medium category style dimensions images main_image_index in_stock stock_count featured tags date_created created_at',
  );
  const artworks = Math.max(1, Math.floor(pictures / 2));
  const prices = Array.from({ length: artworks }, () => 100 * (50 + below(5000)) + one([0, 50, 99]));
  const media: string[] = [];
  for (let n = 0; n < artworks; n += 1) {
    const medium = one(['oil', 'handcraft', 'fabric'] as const);
    media.push(medium);
    addArtwork([
      artworkId(n),
      `Piece ${n}`,
      'Painted by hand.\nIn two sittings; \\ and a tab:\t.',
      rupeesOf(prices[n]!),
      medium,
      { oil: 'Oil Painting', handcraft: 'Handcraft', fabric: 'Fabric Painting' }[medium]!,
      '',
      { width: 30, height: 40, unit: 'cm' },
      `{"${pictureAddress(2 * n)}","${pictureAddress(2 * n + 1)}"}`,
      n % 2,
      true,
      below(5),
      n < 6,
      '{oil,"hand made"}',
      null,
      at(n),
    ]);
  }

  const addCoupon = table(
    'public.coupons',
    'id code discount_percentage active valid_from valid_until usage_limit used_count created_at',
  );
  addCoupon([id(6, 1), 'diwali10', '10', true, at(0), null, null, 412, at(0)]);
  addCoupon([id(6, 2), 'HOLI5', '5.00', false, at(0), at(100_000), 50, 50, at(1)]);

  const addOrder = table(
    'public.orders',
    'id user_id items subtotal discount_amount coupon_code shipping_cost gst_amount total shipping_address payment_method payment_status payment_reference_id status customer_name customer_email created_at updated_at',
  );
  const addPayment = table('public.payments', 'id order_id customer_id amount reference_id status created_at');
  const addPaymentOrder = table('public.payment_orders', 'id order_id amount currency status payment_id completed_at');
  const totals: BackendTotals = { people, orders, ordersTotal: 0, payments: 0, paymentsTotal: 0, revenue: 0 };
  for (let n = 0; n < orders; n += 1) {
    const status = one(STATUSES);
    const isUnpaid = status === 'pending';
    const items = Array.from({ length: 1 + below(3) }, () => {
      const which = below(artworks);
      return {
        artwork_id: artworkId(which),
        title: `Piece ${which}`,
        price: prices[which]! / 100,
        quantity: 1 + below(2),
        image: pictureAddress(2 * which),
      };
    });
    const subtotal = items.reduce((sum, item) => sum + Math.round(item.price * 100) * item.quantity, 0);
    const coupon = n % 10 === 0 ? 'DIWALI10' : null;
    const discount = coupon ? Math.round(subtotal / 10) : 0;
    const shipping = subtotal - discount > 200_000 ? 0 : 15_000;
    const total = subtotal - discount + shipping;
    const reference = isUnpaid ? null : n % 20 === 19 ? '123456789012' : `utr-${String(n).padStart(9, '0')}`;
    const buyer = below(people);
    const shipTo = {
      name: `Buyer ${buyer}`,
      email: `buyer${buyer}@example.in`,
      phone: '9876543210',
      street: '1, Mall Road',
      city: 'Almora',
      state: one(STATES),
      zipCode: '263601',
      country: 'India',
    };
    const paymentStatus = isUnpaid ? 'pending' : status === 'cancelled' && n % 2 ? 'refunded' : 'confirmed';
    addOrder([
      orderId(n),
      personId(buyer),
      items,
      rupeesOf(subtotal),
      rupeesOf(discount),
      coupon,
      rupeesOf(shipping),
      '0',
      rupeesOf(total),
      shipTo,
      one(METHODS),
      paymentStatus,
      reference,
      status,
      shipTo.name,
      shipTo.email,
      at(1000 + n),
      at(2000 + n),
    ]);
    totals.ordersTotal += total;
    totals.revenue += isUnpaid ? 0 : total;
    if (isUnpaid || n % 40 === 39) continue;
    addPayment([id(4, n), orderId(n), personId(buyer), rupeesOf(total), reference, 'success', at(1000 + n)]);
    totals.payments += 1;
    totals.paymentsTotal += total;
    if (n % 20 === 0)
      addPaymentOrder([id(7, n), orderId(n), rupeesOf(total), 'INR', 'completed', `pay_${n}`, at(1001 + n)]);
  }

  const addRequest = table(
    'public.order_requests',
    'id artwork_id name email phone message shipping_address status created_at',
  );
  for (let n = 0; n < 10; n += 1)
    addRequest([
      id(8, n),
      artworkId(n % artworks),
      `Asker ${n}`,
      `asker${n}@example.in`,
      '09876543210',
      n % 2 ? 'Fabric source: client_provided\nDesign: lotus' : 'In blue, please',
      null,
      'pending',
      at(5000 + n),
    ]);
  const addWish = table('public.wishlist', 'user_id artwork_id created_at');
  const addLine = table('public.cart', 'id user_id artwork_id quantity created_at');
  for (let n = 0; n < people; n += 2) {
    addWish([personId(n), artworkId(n % artworks), at(n)]);
    if (n % 6 === 0 && media[n % artworks] !== 'fabric')
      addLine([id(9, n), personId(n), artworkId(n % artworks), 1 + (n % 3), at(n)]);
  }
  return { tables, totals };
}

const textOf = (cell: Cell): string | null =>
  cell === null
    ? null
    : typeof cell === 'boolean'
      ? cell
        ? 't'
        : 'f'
      : typeof cell === 'object'
        ? JSON.stringify(cell)
        : String(cell);

export function writeCsvFiles(tables: Tables): Map<string, string> {
  const cell = (value: Cell): string => `"${(textOf(value) ?? '').replaceAll('"', '""')}"`;
  return new Map(
    [...tables].map(([name, { columns, rows }]) => [
      `${name.replace('public.', '')}.csv`,
      [columns.join(','), ...rows.map((row) => row.map(cell).join(','))].join('\n'),
    ]),
  );
}
