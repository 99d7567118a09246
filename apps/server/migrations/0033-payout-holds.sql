-- What must agree with the outside before anything is signed: the database's own line of history, holds of pay-outs, and how far our own spends were looked for.
create table database_epoch (
  is_only boolean primary key default true check (is_only),
  -- Cluster, timeline and database: another one after a restore into a new database, a point-in-time recovery or a failover.
  identity text not null,
  epoch integer not null check (epoch > 0),
  -- Counts up while a worker runs; compared with what each worker host remembers in its DATA_DIR.
  mark bigint not null,
  began_at timestamptz not null,
  seen_at timestamptz not null
);

create table payout_holds (
  hold_id uuid primary key,
  chain text not null,
  -- restored: the database is another than it was. clock_back: time went back. unknown_spend: the chain has a transaction of our wallet that the books do not know.
  reason text not null check (reason in ('restored', 'clock_back', 'unknown_spend')),
  -- The epoch, or the transaction.
  subject text not null,
  details jsonb not null default '{}',
  opened_at timestamptz not null,
  -- Height of the chain then, where it was known.
  opened_height integer,
  released_at timestamptz,
  -- Who decided: a person's name, or `agreement` where chain and books were found equal.
  released_by text,
  check ((released_at is null) = (released_by is null)),
  -- What was decided once is not asked again.
  unique (chain, reason, subject)
);
create index payout_holds_open on payout_holds (chain) where released_at is null;

create table own_spend_scans (
  chain text primary key,
  height integer not null check (height >= 0),
  block_hash text not null,
  updated_at timestamptz not null
);
