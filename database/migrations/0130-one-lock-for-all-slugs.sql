-- Latin letters for a title in Devanagari. A consonant is followed by "a" unless a vowel sign or the end of the word follows.
create function latin_of(title text) returns text immutable strict language sql as $$
  select case when title !~ '[\u0900-\u097f]' then title else (
    select string_agg(coalesce(latin, letter), '' order by place)
    from regexp_split_to_table(
      regexp_replace(replace(title, 'ज्ञ', 'ग्य'), '([\u0915-\u0939]\u093c?)(?=[\u0900-\u0939])', '\1a', 'g'), '')
      with ordinality as letters (letter, place)
    left join (
      select left(pair, 1) as letter, substr(pair, 2) as latin
      from regexp_split_to_table(
        'अa आa इi ईi उu ऊu ऋri एe ऐai ऑo ओo औau ॐom ाa िi ीi ुu ूu ृri ेe ैai ॅe ॉo ोo ौau ् ़ ऽ ँn ंn ःh '
        'कk खkh गg घgh ङn चch छchh जj झjh ञn टt ठth डd ढdh णn तt थth दd धdh नn पp फph बb भbh मm यy रr लl ळl वv शsh षsh सs हh '
        '०0 १1 २2 ३3 ४4 ५5 ६6 ७7 ८8 ९9', ' ') as pair
    ) alphabet using (letter)) end
$$;

create or replace function slug_of(title text) returns text immutable strict language sql as $$
  select case when plain = '' then 'artwork' when plain ~ '^[0-9]+$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then 'artwork-' || plain else plain end
  from (select trim(both '-' from left(regexp_replace(regexp_replace(latin_of(lower(normalize(title, nfkd))),
    U&'[\0300-\036f''\2019]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 80)) as plain) cleaned
$$;

-- Returns the first slug that no other piece has or had.
create function free_artwork_slug(piece uuid, base text) returns text language plpgsql as $$
declare
  candidate text := base;
  number int := 1;
begin
  while exists (select from artworks where slug = candidate and id <> piece)
    or exists (select from artwork_former_slugs where slug = candidate and artwork_id <> piece)
  loop
    number := number + 1;
    candidate := base || '-' || case
      when number < 10 then number::text
      when number = 10 then left(md5(piece::text), 8)
      else left(md5(piece::text), 8) || '-' || number end;
  end loop;
  delete from artwork_former_slugs where slug = candidate;
  return candidate;
end $$;

-- One lock for all titles: a lock for each would fill the server's lock table when thousands of pieces are written in one transaction.
create or replace function set_artwork_slug() returns trigger language plpgsql as $$
declare base text := slug_of(new.title);
begin
  if tg_op = 'UPDATE' then
    if base = slug_of(old.title) then
      return new;
    end if;
    insert into artwork_former_slugs values (old.slug, old.id);
  elsif new.slug <> '' then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('artwork slugs', 0));
  new.slug := free_artwork_slug(new.id, base);
  return new;
end $$;

do $$
declare piece record;
begin
  for piece in select id, slug, title from artworks where title ~ '[\u0900-\u097f]' order by created_at, id loop
    insert into artwork_former_slugs values (piece.slug, piece.id);
    update artworks set slug = free_artwork_slug(id, slug_of(title)) where id = piece.id;
  end loop;
end $$;
