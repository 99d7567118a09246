-- A partner's fee is earned when its order's payment cannot be taken back any more, and bears its share of each loss until then and after it.
create table partner_fees (
  order_id uuid primary key references orders (order_id),
  partner_key text not null,
  currency text not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- Shares of losses, which it has paid.
  lost numeric(38, 0) not null default 0 check (lost >= 0 and lost <= amount),
  status text not null default 'pending' check (status in ('pending', 'released', 'canceled')),
  created_at timestamptz not null,
  -- When the release job looks at it next.
  check_at timestamptz not null,
  released_at timestamptz,
  constraint partner_fee_released check ((status = 'released') = (released_at is not null))
);
create index partner_fees_due on partner_fees (check_at) where status = 'pending';
create index partner_fees_by_partner on partner_fees (partner_key, status);

-- Fees of before stand on the partner's own account already; a later loss takes its share of them all the same.
insert into partner_fees (order_id, partner_key, currency, amount, status, created_at, check_at, released_at)
  select orders.order_id, substr(line.path, length('partner:') + 1), line.currency, sum(line.amount), 'released',
    min(line.created_at), min(line.created_at), min(line.created_at)
  from ledger_lines line join orders on orders.nice_id = line.reference
  where line.kind = 'conversion' and line.path like 'partner:%' and line.amount > 0
    and not exists (select from ledger_keys where ledger_keys.reverses_entry_id = line.entry_id)
  group by orders.order_id, line.path, line.currency;
