-- What a client names in a transfer that fills its balance, for good, and the account number that the bank made for it.
create table deposit_references (
  client_id uuid primary key references clients,
  -- Drawn from the numbers of orders, so that the two are never mistaken for each other.
  number text not null unique default draw_order_number(),
  -- The idempotency key at the bank.
  reference_id uuid not null unique,
  bank text not null,
  iban text unique,
  bic text not null default '',
  bank_name text not null default '',
  holder text not null default '',
  created_at timestamptz not null,
  opened_at timestamptz,
  check ((iban is null) = (opened_at is null))
);
