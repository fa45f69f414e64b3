-- A link of "This wasn't me" has 244 random bits instead of the 122 of a UUID; those in mails already sent keep working.
alter table unconfirmed_recipients add column earlier_token text unique;
update unconfirmed_recipients set earlier_token = token;
alter table unconfirmed_recipients alter column token drop default;
alter table unconfirmed_recipients
  alter column token type text using replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  alter column token set default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
