-- A bank line may be what a gateway settled or a courier handed on for many payments at once, its fee kept.
create table bank_line_payouts (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references bank_statement_lines,
  settlement_id uuid references gateway_settlements,
  remittance_id uuid references cod_remittances on delete cascade,
  amount bigint not null check (amount > 0),
  -- What was taken back is not matched by itself again.
  undone_at timestamptz,
  matched_by uuid references auth_users,
  created_at timestamptz not null default now(),
  check (num_nonnulls(settlement_id, remittance_id) = 1)
);
create unique index bank_line_payouts_line on bank_line_payouts (line_id) where undone_at is null;
create unique index bank_line_payouts_settlement on bank_line_payouts (settlement_id) where undone_at is null;
create unique index bank_line_payouts_remittance on bank_line_payouts (remittance_id) where undone_at is null;
