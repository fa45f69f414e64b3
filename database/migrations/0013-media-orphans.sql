-- Files without a picture that refers to them are orphans, in SQL as in the code.
alter table media_leftovers rename to media_orphans;
alter table media_orphans rename constraint media_leftovers_pkey to media_orphans_pkey;
alter index media_leftovers_oldest rename to media_orphans_oldest;
