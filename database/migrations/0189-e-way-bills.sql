alter table shipment_events add column eway_bill text;
