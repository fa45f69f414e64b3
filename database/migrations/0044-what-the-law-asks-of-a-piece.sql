-- What the law asks a shop to say of a piece: where it was made, and of skin care who made it, how much it is, its highest price,
-- until when it is good, and under which licence.
alter table artworks
  add column country_of_origin text not null default '',
  add column maker text not null default '',
  add column net_quantity text not null default '',
  add column mrp bigint check (mrp > 0),
  add column best_before text not null default '',
  add column licence_number text not null default '';
