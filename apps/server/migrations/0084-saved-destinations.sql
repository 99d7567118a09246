-- Where a client's withdrawals may go, by a name of the client's own, and from when on.
create table saved_destinations (
  destination_id uuid primary key,
  client_id uuid not null references clients,
  name text not null,
  currency text not null,
  network text not null,
  address text not null,
  tag text not null default '',
  memo_value text not null default '',
  holder text not null default '',
  created_at timestamptz not null,
  usable_at timestamptz not null
);
create unique index saved_destinations_once on saved_destinations (client_id, network, address, tag, memo_value, currency);

-- Clients who let new destinations wait; without a row nothing waits.
create table destination_waits (
  client_id uuid primary key references clients,
  since timestamptz not null,
  -- From then on it is off, asked for a day before.
  ends_at timestamptz
);
