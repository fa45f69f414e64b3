-- Where a picture was fetched from, so that an import that names the address again fetches nothing.
alter table media_gallery add column source_url text;
-- Addresses may be longer than a row of another kind of index.
create index media_gallery_source on media_gallery using hash (source_url);
