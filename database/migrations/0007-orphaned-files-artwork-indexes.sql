-- Picture files nobody may refer to: written down before an upload writes them and when a deletion gives them up, so that
-- a stop in between leaves nothing behind that a sweep can't find.
create table media_leftovers (
  filename text primary key,
  widths integer[] not null,
  created_at timestamptz not null default now()
);
create index media_leftovers_oldest on media_leftovers (created_at);

-- "Where is this picture used" is asked before each deletion and for each page of the library.
create index artworks_images on artworks using gin (images);

-- The owner's list sorts by these too.
create index artworks_title on artworks ((lower(title) collate "C"), id);
create index artworks_stock on artworks (stock_count, id);
