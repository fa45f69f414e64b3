-- Null for an order that is not a gift; empty for a gift without a note.
alter table orders add column gift_note text check (char_length(gift_note) <= 300);
