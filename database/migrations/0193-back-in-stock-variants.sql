-- A request may name one variant; null means the artwork.
alter table back_in_stock_requests
  add column variant_id uuid references artwork_variants on delete cascade,
  drop constraint back_in_stock_requests_artwork_id_email_key,
  add unique nulls not distinct (artwork_id, variant_id, email);
