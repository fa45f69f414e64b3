-- What search engines and chats are told of a piece, where the owner wrote it.
alter table artworks
  add column meta_title text not null default '',
  add column meta_description text not null default '';
