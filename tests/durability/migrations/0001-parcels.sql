create table parcels (
  id integer primary key,
  label text not null unique,
  contents text not null,
  weight integer not null
);
create index parcels_by_weight on parcels (weight, id);
create table parcel_lines (
  parcel_id integer not null references parcels on delete cascade,
  line integer not null,
  contents text not null,
  primary key (parcel_id, line)
);
