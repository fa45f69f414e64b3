-- Each order asks whether it is the first: where it isn't, no row changes and pages stay as they are.
drop trigger opening_announce on opening;
create trigger opening_announce after insert or delete or truncate on opening
  for each statement execute function announce_page_change('settings');
create trigger opening_announce_update after update on opening
  for each row when (old.* is distinct from new.*) execute function announce_page_change('settings');
