-- What a piece asks of its buyer: texts that are put on it, and measurements; each with an id, label, hint, whether it must be answered and
-- its limit or unit. An order copies labels and answers, so that a later change of the piece changes no order.
alter table artworks add column personalization_fields jsonb not null default '[]'
  check (jsonb_typeof(personalization_fields) = 'array' and jsonb_array_length(personalization_fields) <= 8);

-- What was answered for the pieces of a line, by the ids of the fields.
alter table cart add column answers jsonb not null default '{}'
  check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 8000);
