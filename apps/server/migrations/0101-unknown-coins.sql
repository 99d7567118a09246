-- Coins on addresses of clients that no book takes: of a token that is not listed, or on another network of the same
-- kind. They are outside the ledger until a person has sent them back, or the token is listed.
create table unknown_coins (
  coins_id uuid primary key,
  network text not null,
  txid text not null,
  -- Among the logs of its block; -1 for the network's own coin.
  place integer not null,
  address_id uuid not null references deposit_addresses,
  client_id uuid not null references clients,
  -- Contract, or empty for the network's own coin.
  token text not null,
  -- Of the contract, whose decimals nobody vouches for.
  units numeric(78, 0) not null check (units > 0),
  status text not null check (status in ('waiting', 'booked', 'returned', 'closed')),
  return_txid text not null default '',
  found_at timestamptz not null,
  settled_at timestamptz,
  unique (network, txid, place, address_id),
  check ((status = 'waiting') = (settled_at is null))
);
create index unknown_coins_of_client on unknown_coins (client_id, found_at desc);
create index unknown_coins_waiting on unknown_coins (network) where status = 'waiting';

-- How far a network was searched for them.
create table unknown_coin_scans (
  network text primary key,
  height integer not null check (height >= 0),
  updated_at timestamptz not null
);
