-- Texts by SMS and WhatsApp: what stands in the places of a registered text, who sent one by hand, and who wants WhatsApp.
alter table messages
  add column variables jsonb,
  add column sent_by uuid references user_profiles (id);
alter table customer_settings
  add column whatsapp_order_updates boolean not null default false;
