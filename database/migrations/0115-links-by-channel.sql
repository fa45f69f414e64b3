-- How a quote was accepted: 'link' is from before emailed and shared links were told apart.
alter table quotes drop constraint quotes_accepted_via_check;
alter table quotes add constraint quotes_accepted_via_check
  check (accepted_via in ('account', 'link', 'email-link', 'shared-link'));
