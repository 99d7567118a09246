-- What the chain asks now for a pay-out, beside what its option charges: the larger is charged, and an option whose cost runs away is paused.
create table network_costs (
  group_code text not null,
  currency text not null,
  -- Smallest units of the currency.
  amount numeric(38, 0) not null check (amount >= 0),
  is_paused boolean not null,
  measured_at timestamptz not null,
  primary key (group_code, currency)
);

-- A pay-out that a person must allow before it is signed says why, and keeps that it was allowed.
alter table payouts add column stuck_reason text not null default '';
alter table payouts add column allowed_at timestamptz;
