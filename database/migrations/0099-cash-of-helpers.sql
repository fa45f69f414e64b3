-- Cash that a helper took and the owner matched or rejected: the word reached the order alone, neither its payment nor the ledger.
-- Where nothing else was received for the order, the word can only have been about this cash.
with judged as (
  select payments.id, payments.order_id, payments.amount, orders.verification,
    coalesce((select max(created_at) from order_history
      where order_history.order_id = orders.id and reason like 'Payment ' || orders.verification || '%'), now()) as judged_at
  from payments join orders on orders.id = payments.order_id and orders.payment_reference_id = payments.reference_id
  where payments.source = 'cash' and payments.reference_id not like 'COD-%' and payments.status = 'success'
    and payments.verification = 'unverified' and orders.verification <> 'unverified'
    and not exists (select from ledger_entries
      where ledger_entries.order_id = orders.id and type in ('matched', 'captured', 'collected'))
), marked as (
  update payments set verification = judged.verification from judged where payments.id = judged.id
), entered as (
  insert into ledger_entries (order_id, type, amount, payment_id, created_at)
  select order_id, case verification when 'matched' then 'collected' else 'rejected' end, amount, id, judged_at
  from judged where amount > 0 order by judged_at, id
)
update order_balances balance
set received = judged.amount,
  overpaid_since = case when judged.amount > balance.due then judged_at end,
  overpaid_by = case when judged.amount > balance.due then 'collected' end
from judged where balance.order_id = judged.order_id and judged.verification = 'matched';
