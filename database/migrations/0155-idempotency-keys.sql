-- Keys of forms, so that a form that is sent twice is carried out once. Holds digests and ids only, for 30 days.
create table idempotency_keys (
  scope text not null,
  key uuid not null,
  digest text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_made on idempotency_keys ((answer ->> 'id'));
create index idempotency_keys_oldest on idempotency_keys (created_at);

create function content_digest(content jsonb) returns text language sql immutable
  return encode(sha256(convert_to(content::text, 'UTF8')), 'hex');

insert into idempotency_keys
  select 'order-note', key, content_digest(jsonb_build_object('orderId', order_id, 'body', body)),
    jsonb_build_object('id', id), created_at
  from order_notes;
alter table order_notes drop column key;

-- The key of a message is a digest of its words already.
insert into idempotency_keys
  select 'contact-message', key, content_digest('null'), jsonb_build_object('id', id, 'ticketNumber', ticket_number), created_at
  from contact_messages;
alter table contact_messages drop column key;

insert into idempotency_keys
  select 'remittance', r.key,
    content_digest(jsonb_build_object('courier', r.courier, 'reference', r.reference, 'day', r.day, 'amount', r.amount,
      'paymentIds', coalesce((select jsonb_agg(s.payment_id order by s.payment_id) from cod_settlements s
        where s.remittance_id = r.id), '[]'))),
    jsonb_build_object('id', r.id, 'fee', r.fee), r.created_at
  from cod_remittances r;
alter table cod_remittances drop column key;

insert into idempotency_keys
  select 'artwork-change', key, content_digest(change),
    jsonb_build_object('changed', changed, 'refused', refused,
      'at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), created_at
  from artwork_changes;
drop table artwork_changes;

insert into idempotency_keys
  select 'quote ' || request_id, key,
    content_digest(jsonb_build_object('lines', lines, 'included', included, 'freeChanges', free_changes,
      'earliestFinish', earliest_finish, 'advance', advance, 'asksApproval', asks_approval,
      'feeBeforePainting', fee_before_painting, 'feeOncePainting', fee_once_painting, 'workHours', work_hours,
      'validDays', (valid_until at time zone 'Asia/Kolkata')::date - (created_at at time zone 'Asia/Kolkata')::date)),
    jsonb_build_object('id', id, 'version', version), created_at
  from quotes;
alter table quotes drop column key;

-- The key of a request for a piece is a digest of its words already.
insert into idempotency_keys
  select case kind when 'custom' then 'custom-order' else 'order-request' end, key,
    content_digest(case kind
      when 'custom' then jsonb_build_object('artworkId', artwork_id, 'name', name, 'email', email, 'phone', phone, 'message', message)
      else jsonb_build_object('userId', user_id) end),
    jsonb_build_object('id', id, 'number', request_number), created_at
  from order_requests;
alter table order_requests drop column key;
