-- What a request wants beside its words, and one that went quiet.
alter table order_requests
  add column measurements text not null default '',
  add column needed_by date,
  drop constraint order_requests_status_check,
  add constraint order_requests_status_check check (status in ('pending', 'accepted', 'rejected', 'withdrawn', 'closed'));

-- What a request grows into once it is worked on: its stage and its cloth. A request without a row has none of it.
create table commissions (
  request_id uuid primary key references order_requests,
  stage text check (stage in ('fabric-in', 'design', 'painting', 'stitching', 'ready')),
  -- Hours of work in the studio's calendar; null counts as what its kind takes.
  work_hours integer check (work_hours > 0),
  fabric_expected_cm integer check (fabric_expected_cm > 0),
  fabric_received_cm integer check (fabric_received_cm >= 0),
  fabric_marks text not null default '',
  fabric_received_at timestamptz,
  fabric_confirmed_at timestamptz,
  fabric_left_cm integer check (fabric_left_cm >= 0),
  photo_consent_at timestamptz,
  created_at timestamptz not null default now()
);

-- The link that opens a request without an account: another serial number is another link.
create table request_links (
  request_id uuid primary key references order_requests,
  serial integer not null default 1 check (serial > 0),
  revoked_at timestamptz
);

-- The conversation. `key` is also the upload key of the pictures that came with a message.
create table request_messages (
  id uuid primary key default gen_random_uuid(),
  key uuid not null unique,
  request_id uuid not null references order_requests,
  sender text not null check (sender in ('customer', 'studio')),
  sent_by uuid references auth_users,
  body text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  mailed_at timestamptz
);
create index request_messages_request on request_messages (request_id, created_at);
create index request_messages_unseen on request_messages (created_at) where seen_at is null;

-- What the studio offers. Each version stands as it was sent; the newest alone can be accepted.
create table quotes (
  id uuid primary key default gen_random_uuid(),
  key uuid not null unique,
  request_id uuid not null references order_requests,
  version integer not null check (version > 0),
  lines jsonb not null,
  included text not null default '',
  free_changes integer not null check (free_changes >= 0),
  earliest_finish date not null,
  valid_until timestamptz not null,
  total bigint not null check (total > 0),
  advance bigint not null check (advance > 0 and advance <= total),
  asks_approval boolean not null default false,
  -- Of the advance, in percent: what is kept when its customer cancels before painting has begun, and after.
  fee_before_painting integer not null check (fee_before_painting between 0 and 100),
  fee_once_painting integer not null check (fee_once_painting between 0 and 100),
  work_hours integer not null check (work_hours > 0),
  created_by uuid references auth_users,
  created_at timestamptz not null default now(),
  change_asked text,
  change_asked_at timestamptz,
  accepted_at timestamptz,
  accepted_by_name text,
  accepted_via text check (accepted_via in ('account', 'link')),
  unique (request_id, version),
  check ((accepted_at is null) = (accepted_by_name is null))
);
create unique index quotes_accepted on quotes (request_id) where accepted_at is not null;

-- A stage that was reached, with its photos under `key`; an approval where one is asked for.
create table stage_updates (
  id uuid primary key default gen_random_uuid(),
  key uuid not null unique,
  request_id uuid not null references order_requests,
  stage text not null check (stage in ('fabric-in', 'design', 'painting', 'stitching', 'ready')),
  note text not null default '',
  asks_approval boolean not null default false,
  approved_at timestamptz,
  change_wanted text,
  recorded_by uuid references auth_users,
  created_at timestamptz not null default now(),
  check (approved_at is null or change_wanted is null)
);
create index stage_updates_request on stage_updates (request_id, created_at);

-- Pictures of the conversation and of stages: for the two sides alone.
create table conversation_pictures (
  id uuid primary key default gen_random_uuid(),
  request_id uuid references order_requests,
  upload_key uuid not null,
  file_path text not null unique,
  mime_type text not null,
  file_size integer not null check (file_size > 0),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  unique (upload_key, position)
);
create index conversation_pictures_request on conversation_pictures (request_id);
