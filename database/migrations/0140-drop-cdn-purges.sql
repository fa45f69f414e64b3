-- Delivery networks keep pages by time only.
drop table cdn_purges;
