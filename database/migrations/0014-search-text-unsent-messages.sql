-- What a search looks into, by one usual name.
alter function searched_words(text, text, text, text[]) rename to search_text;
alter table artworks rename column searched_words to search_text;
alter table orders rename column searched_words to search_text;
alter table user_profiles rename column searched_words to search_text;
alter table messages rename column searched_words to search_text;
alter table audit_log rename column searched_words to search_text;

-- Where no supplier is set a message stays unsent, to be read in the admin area.
alter table messages drop constraint messages_state_check;
update messages set state = 'unsent' where state = 'kept';
alter table messages add constraint messages_state_check check (state in ('queued', 'sent', 'unsent', 'failed'));

-- What a customer says is a quote, what is told of a founder is about them.
update settings set value = coalesce(
  (select jsonb_agg((item - 'words') || jsonb_build_object('quote', item -> 'words') order by place)
    from jsonb_array_elements(value) with ordinality as items (item, place)), '[]')
  where key = 'testimonials' and jsonb_typeof(value) = 'array';
update settings set value = coalesce(
  (select jsonb_agg((item - 'words') || jsonb_build_object('about', item -> 'words') order by place)
    from jsonb_array_elements(value) with ordinality as items (item, place)), '[]')
  where key = 'founders' and jsonb_typeof(value) = 'array';
