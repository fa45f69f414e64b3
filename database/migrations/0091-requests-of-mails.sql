-- Which request a mail is about, of those that named it in their key alone, and of their copies that were sent again.
update messages set request_id = order_requests.id
from order_requests
where messages.request_id is null
  and messages.template in ('owner-order-request', 'order-request-received', 'owner-custom-order', 'custom-order-received')
  and split_part(messages.key, ':', 2) = order_requests.id::text;
update messages copy set request_id = original.request_id
from messages original
where copy.request_id is null and copy.key like 'again:%' and original.request_id is not null
  and split_part(copy.key, ':', 2) = original.id::text;
