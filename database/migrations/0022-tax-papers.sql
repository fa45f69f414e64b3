-- A number alone doesn't say how its seller is taxed: the owner says so anew, with the number.
delete from settings where key = 'gstin';

alter table artworks
  add column gst_rate numeric(4, 2) check (gst_rate in (0, 0.25, 1.5, 3, 5, 12, 18, 28, 40)),
  add column hsn text not null default '' check (hsn ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})?$');

-- GST is on top of the prices where the owner wants it; who it was bought for, where that is a firm.
alter table orders
  drop constraint orders_gst_amount_check,
  add constraint orders_gst_amount_check check (gst_amount >= 0),
  add column firm jsonb;

-- Invoices become papers of several kinds, each with a series of its own. What an invoice says of its order stood in the order;
-- now it stands in the paper, for those that were issued before too.
alter table invoices disable trigger invoices_append_only;
alter table invoices rename to papers;
alter trigger invoices_append_only on papers rename to papers_append_only;
alter table papers
  add column kind text not null default 'invoice' check (
    kind in ('invoice', 'bill-of-supply', 'tax-invoice', 'credit-note', 'receipt-voucher', 'refund-voucher', 'receipt')),
  add column corrects_id uuid references papers,
  add column is_cancellation boolean not null default false,
  add column key text unique,
  add column sequence bigint generated always as identity,
  add column content jsonb,
  add column total bigint check (total >= 0);

update papers set
  total = o.total,
  content = papers.printed || jsonb_build_object(
    'isTaxed', false,
    'orderNumber', o.order_number,
    'orderedAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'paymentMethod', o.payment_method,
    'paymentReference', o.payment_reference_id,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'artworkId', artwork_id, 'title', title, 'madeToOrder', made_to_order, 'quantity', quantity, 'rate', price,
        'amount', amount, 'hsn', '', 'gstRate', 0,
        'taxable', case when upto = 0 then 0
          else div(left_over * upto, whole) - div(left_over * (upto - amount), whole) end,
        'cgst', 0, 'sgst', 0, 'igst', 0) order by place)
      from (
        select place, item ->> 'artwork_id' as artwork_id, item ->> 'title' as title,
          coalesce((item ->> 'made_to_order')::boolean, false) as made_to_order,
          (item ->> 'quantity')::int as quantity, (item ->> 'price')::bigint as price,
          (item ->> 'price')::numeric * (item ->> 'quantity')::int as amount,
          sum((item ->> 'price')::numeric * (item ->> 'quantity')::int) over (order by place) as upto,
          sum((item ->> 'price')::numeric * (item ->> 'quantity')::int) over () as whole,
          (o.subtotal - o.discount_amount)::numeric as left_over
        from jsonb_array_elements(o.items) with ordinality as items (item, place)
      ) as lines
    ) || case when o.shipping_cost = 0 then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
      'artworkId', null, 'title', 'Shipping', 'madeToOrder', false, 'quantity', 1, 'rate', o.shipping_cost,
      'amount', o.shipping_cost, 'hsn', '', 'gstRate', 0, 'taxable', o.shipping_cost, 'cgst', 0, 'sgst', 0, 'igst', 0)) end,
    'subtotal', o.subtotal,
    'discount', case when o.discount_amount = 0 then null else jsonb_build_object(
      'amount', o.discount_amount,
      'label', 'Discount' || coalesce(', ' || o.coupon_code || case
        when div(o.subtotal * (papers.discount_percentage * 100) + 5000, 10000) = o.discount_amount
        then ' (' || trim_scale(papers.discount_percentage) || '%)' else '' end, '')) end,
    'shipping', o.shipping_cost,
    'gst', o.gst_amount,
    'total', o.total,
    'placeOfSupply', null)
from orders o where o.id = papers.order_id;

alter table papers
  alter column kind drop default,
  alter column content set not null,
  alter column total set not null,
  drop column printed,
  drop column discount_percentage,
  drop constraint invoices_order_id_key,
  drop constraint invoices_financial_year_number_key,
  add constraint papers_number unique (kind, financial_year, number),
  add constraint papers_credit_notes check ((corrects_id is not null) = (kind in ('credit-note', 'refund-voucher'))),
  add constraint papers_cancellations check (not is_cancellation or kind = 'credit-note');
create index papers_order on papers (order_id, sequence);
create index papers_issued on papers (issued_at);
-- An invoice is cancelled once.
create unique index papers_cancelled_once on papers (corrects_id) where is_cancellation;
alter table papers enable trigger papers_append_only;

-- One counter a year for all series.
alter table invoice_counters rename to paper_counters;
alter table paper_counters add column last_numbers jsonb not null default '{}';
update paper_counters set last_numbers = jsonb_build_object('invoice', last_number) where last_number > 0;
alter table paper_counters drop column last_number;
