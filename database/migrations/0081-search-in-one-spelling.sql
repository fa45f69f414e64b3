-- One letter may be stored as one sign or as two ('ड़', 'â'). A search looks for the normal form, so what it looks into has it too.
create or replace function search_text(title text, description text, category text, tags text[]) returns text immutable language sql as $$
  select lower(normalize(title || E'\n' || description || E'\n' || category || E'\n' || array_to_string(tags, E'\n'), nfc))
$$;
update artworks set title = title
  where (title || E'\n' || description || E'\n' || category || E'\n' || array_to_string(tags, E'\n')) is not nfc normalized;
