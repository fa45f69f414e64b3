-- Every table of both specifications, with their names. Money is an integer of paise, times are timestamptz,
-- whole days are dates in India. Where a wrong state can be written as a constraint, it is one.

-- Sign-in (kept by Better Auth) ---------------------------------------------------------------------------------

create table auth_users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint auth_users_email_lower check (email = lower(btrim(email)))
);
create unique index auth_users_email_key on auth_users (email);

create table auth_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_sessions_user on auth_sessions (user_id);

create table auth_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index auth_accounts_user on auth_accounts (user_id);

create table auth_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verifications_identifier on auth_verifications (identifier);

create table auth_two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true
);
create index auth_two_factors_user on auth_two_factors (user_id);

create table auth_rate_limits (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- People ----------------------------------------------------------------------------------------------------------

create table user_profiles (
  id uuid primary key references auth_users on delete cascade,
  name text not null,
  email text not null,
  phone text,
  address jsonb,
  is_admin boolean not null default false,
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_profiles_email_lower check (email = lower(btrim(email)))
);
create unique index user_profiles_email_key on user_profiles (email);
create index user_profiles_newest on user_profiles (created_at desc, id desc);

create table customer_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_profiles on delete cascade,
  label text,
  address jsonb not null,
  position integer not null default 0,
  created_at timestamptz not null default now()
);
create index customer_addresses_user on customer_addresses (user_id, position);

create table customer_settings (
  user_id uuid primary key references user_profiles on delete cascade,
  email_order_updates boolean not null default true,
  sms_delivery_updates boolean not null default true,
  marketing_emails boolean not null default false,
  personalized_recommendations boolean not null default true,
  share_purchase_history boolean not null default false,
  updated_at timestamptz not null default now()
);

-- Pictures --------------------------------------------------------------------------------------------------------

create table media_gallery (
  id uuid primary key default gen_random_uuid(),
  filename text not null unique,
  original_filename text not null,
  file_path text not null unique,
  public_url text not null unique,
  file_size integer not null check (file_size > 0),
  mime_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  widths integer[] not null check (cardinality(widths) > 0),
  average_colour text not null check (average_colour ~ '^#[0-9a-f]{6}$'),
  alt_text text not null default '',
  focal_x real not null default 0.5 check (focal_x between 0 and 1),
  focal_y real not null default 0.5 check (focal_y between 0 and 1),
  uploaded_by uuid references auth_users on delete set null,
  created_at timestamptz not null default now()
);
create index media_gallery_newest on media_gallery (created_at desc, id desc);

-- The catalogue ---------------------------------------------------------------------------------------------------

-- What a search looks through, in lower case: kept with the row, since ILIKE over four columns costs six times as much.
create function searched_words(title text, description text, category text, tags text[]) returns text immutable language sql as $$
  select lower(title || E'\n' || description || E'\n' || category || E'\n' || array_to_string(tags, E'\n'))
$$;

create table artworks (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> ''),
  description text not null default '',
  price bigint not null check (price > 0 and price <= 100000000000),
  medium text not null check (medium in ('fabric', 'oil', 'handcraft')),
  category text not null check (btrim(category) <> ''),
  style text not null default '',
  dimensions jsonb not null default '{"width":0,"height":0,"unit":"cm"}'
    check (dimensions->>'unit' in ('cm', 'inches')),
  images text[] not null check (cardinality(images) > 0),
  main_image_index integer not null default 0,
  stock_count integer not null default 0 check (stock_count >= 0),
  in_stock boolean generated always as (stock_count > 0) stored,
  featured boolean not null default false,
  tags text[] not null default '{}',
  searched_words text not null generated always as (searched_words(title, description, category, tags)) stored,
  date_created date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (main_image_index >= 0 and main_image_index < cardinality(images))
);
create index artworks_newest on artworks (created_at desc, id desc);
create index artworks_price on artworks (price, id);
create index artworks_medium on artworks (medium, created_at desc);
create index artworks_featured on artworks (featured desc, created_at desc, id desc);

-- Cart, wishlist, coupons -----------------------------------------------------------------------------------------

create table cart (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users on delete cascade,
  artwork_id uuid not null references artworks on delete cascade,
  quantity integer not null check (quantity between 1 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, artwork_id)
);

-- Guest carts that were taken over at sign-in, by the key in their cookie: what makes a repeated merge harmless.
create table cart_merges (
  user_id uuid not null references auth_users on delete cascade,
  guest_key text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, guest_key)
);

create table wishlist (
  user_id uuid not null references auth_users on delete cascade,
  artwork_id uuid not null references artworks on delete cascade,
  date_added timestamptz not null default now(),
  primary key (user_id, artwork_id)
);

create table coupons (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code = upper(btrim(code)) and code <> ''),
  discount_percentage numeric(5, 2) not null check (discount_percentage > 0 and discount_percentage <= 100),
  active boolean not null default true,
  valid_from date not null default (now() at time zone 'Asia/Kolkata')::date,
  valid_until date,
  usage_limit integer check (usage_limit > 0),
  used_count integer not null default 0 check (used_count >= 0),
  created_at timestamptz not null default now(),
  check (usage_limit is null or used_count <= usage_limit),
  check (valid_until is null or valid_until >= valid_from)
);
create index coupons_newest on coupons (created_at desc, id desc);

-- Orders and money ------------------------------------------------------------------------------------------------

create table orders (
  id uuid primary key default gen_random_uuid(),
  order_number text not null unique check (order_number = upper(order_number)),
  user_id uuid not null references auth_users,
  items jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) > 0),
  subtotal bigint not null check (subtotal >= 0),
  discount_amount bigint not null default 0 check (discount_amount >= 0 and discount_amount <= subtotal),
  coupon_code text,
  shipping_cost bigint not null check (shipping_cost >= 0),
  gst_amount bigint not null default 0 check (gst_amount = 0),
  total bigint not null check (total >= 0),
  shipping_address jsonb not null,
  payment_method text not null check (payment_method in ('manual', 'upi', 'razorpay', 'phonepe', 'paytm', 'cod')),
  payment_status text not null check (payment_status in ('pending', 'confirmed', 'failed', 'refunded')),
  payment_reference_id text,
  status text not null check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  verification text not null default 'unverified' check (verification in ('unverified', 'matched', 'rejected')),
  customer_name text not null,
  customer_email text not null,
  held_until timestamptz,
  released_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (total = subtotal - discount_amount + shipping_cost + gst_amount),
  check (coupon_code is not null or discount_amount = 0),
  check (released_at is null or status = 'cancelled')
);
create index orders_of_customer on orders (user_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_by_status on orders (status, created_at desc);
create unique index orders_payment_reference on orders (payment_reference_id);
create index orders_held on orders (held_until) where status = 'pending';

create table order_history (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity,
  order_id uuid not null references orders,
  from_status text,
  to_status text not null,
  changed_by uuid references auth_users,
  reason text,
  created_at timestamptz not null default now()
);
create index order_history_order on order_history (order_id, sequence);

create table checkout_attempts (
  key uuid primary key,
  user_id uuid not null references auth_users on delete cascade,
  order_number text not null unique,
  content_hash text,
  order_id uuid unique references orders,
  created_at timestamptz not null default now(),
  check ((order_id is null) = (content_hash is null))
);
create index checkout_attempts_user on checkout_attempts (user_id, created_at desc);
create unique index checkout_attempts_open on checkout_attempts (user_id) where order_id is null;

create table coupon_redemptions (
  order_id uuid primary key references orders,
  coupon_id uuid not null references coupons on delete cascade,
  user_id uuid not null references auth_users,
  created_at timestamptz not null default now(),
  released_at timestamptz
);
create index coupon_redemptions_coupon on coupon_redemptions (coupon_id);

create table payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  customer_id uuid not null references auth_users,
  amount bigint not null check (amount >= 0),
  reference_id text not null unique check (reference_id = upper(btrim(reference_id)) and length(reference_id) >= 6),
  looks_like_utr boolean generated always as (reference_id ~ '^[0-9]{12}$') stored,
  status text not null check (status in ('pending', 'success', 'failed')),
  verification text not null default 'unverified' check (verification in ('unverified', 'matched', 'rejected')),
  created_at timestamptz not null default now()
);
create index payments_order on payments (order_id);
create index payments_newest on payments (created_at desc, id desc);

create table payment_orders (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  provider text not null,
  provider_order_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null default 'INR' check (currency = 'INR'),
  status text not null default 'created' check (status in ('created', 'completed', 'failed')),
  payment_id text,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, provider_order_id),
  unique (provider, payment_id),
  check ((status = 'completed') = (completed_at is not null))
);
create index payment_orders_order on payment_orders (order_id);

create table payment_events (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments,
  amount bigint not null check (amount > 0),
  reason text not null,
  recorded_by uuid references auth_users on delete set null,
  created_at timestamptz not null default now()
);
create index refunds_payment on refunds (payment_id);

create table shipment_events (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  step text not null check (step in ('shipped', 'in_transit', 'out_for_delivery', 'delivered')),
  description text not null default '',
  carrier text,
  tracking_number text,
  happened_at timestamptz not null default now(),
  recorded_by uuid references auth_users on delete set null
);
create index shipment_events_order on shipment_events (order_id, happened_at);

create table return_requests (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  user_id uuid not null references auth_users,
  kind text not null check (kind in ('return', 'exchange')),
  reason text not null,
  details text not null default '',
  photos text[] not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  answer text,
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
create unique index return_requests_open on return_requests (order_id) where status = 'pending';

create table invoices (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references orders,
  financial_year text not null check (financial_year ~ '^[0-9]{4}-[0-9]{2}$'),
  number integer not null check (number > 0),
  issued_at timestamptz not null default now(),
  unique (financial_year, number)
);

-- Requests --------------------------------------------------------------------------------------------------------

create table order_requests (
  id uuid primary key default gen_random_uuid(),
  key uuid not null unique,
  artwork_id uuid references artworks on delete set null,
  user_id uuid references auth_users on delete set null,
  kind text not null check (kind in ('out-of-stock', 'custom')),
  name text not null check (btrim(name) <> ''),
  email text not null,
  phone text not null,
  message text not null default '',
  shipping_address jsonb,
  fabric_source text check (fabric_source in ('client_provided', 'purchase_for_me')),
  fabric_notes text,
  design_style text,
  want_stitching boolean,
  quote bigint check (quote > 0),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
  order_id uuid unique references orders,
  answered_at timestamptz,
  answered_by uuid references auth_users on delete set null,
  created_at timestamptz not null default now(),
  check ((status = 'accepted') = (order_id is not null))
);
create index order_requests_newest on order_requests (status, created_at desc, id desc);

create table order_request_images (
  id uuid primary key default gen_random_uuid(),
  request_id uuid references order_requests on delete cascade,
  upload_key uuid not null,
  file_path text not null unique,
  mime_type text not null,
  file_size integer not null check (file_size > 0),
  position integer not null default 0 check (position between 0 and 4),
  created_at timestamptz not null default now()
);
-- Five places to an upload key: two pictures that come at once can't make six of them.
create unique index order_request_images_place on order_request_images (upload_key, position);
create index order_request_images_request on order_request_images (request_id);
create index order_request_images_waiting on order_request_images (created_at) where request_id is null;

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  key uuid not null unique,
  ticket_number text not null unique,
  name text not null,
  email text not null,
  phone text,
  subject text not null,
  message text not null,
  artwork_interest text check (artwork_interest in ('fabric', 'oil', 'handcraft', 'custom', 'general')),
  created_at timestamptz not null default now()
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);

-- The shop's own --------------------------------------------------------------------------------------------------

create table settings (
  key text primary key,
  value jsonb not null,
  updated_by uuid references auth_users on delete set null,
  updated_at timestamptz not null default now()
);

create table outbox (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  payload jsonb not null,
  delivered_to text[] not null default '{}',
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'dead')),
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index outbox_waiting on outbox (next_attempt_at, created_at) where state = 'waiting';

create table messages (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  template text not null,
  recipient text not null,
  reply_to text,
  subject text not null default '',
  body_text text not null,
  body_html text,
  order_id uuid references orders,
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  last_error text,
  provider_id text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index messages_newest on messages (created_at desc, id desc);
create index messages_order on messages (order_id);

create table rate_limits (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
create index rate_limits_idle on rate_limits (refilled_at);

create table audit_log (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid,
  admin_email text not null,
  action text not null,
  subject_table text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_newest on audit_log (created_at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger order_history_append_only before update or delete on order_history
  for each row execute function refuse_change();
