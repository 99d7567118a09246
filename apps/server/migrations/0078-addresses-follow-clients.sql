-- Addresses follow from their client and a count, so that those which a restore forgot can be made again and searched for.
create table deposit_seeds (
  client_id uuid not null references clients,
  chain text not null,
  -- Keyed hash of the client's e-mail: a forgotten client who registers again has the same.
  seed text not null,
  next_place integer not null default 0 check (next_place >= 0),
  -- The recovery that last made forgotten places again, and the first place behind them.
  recovery integer not null default 0,
  covered_to integer,
  primary key (client_id, chain),
  unique (chain, seed)
);

-- Addresses that a client may have been given by a life of the database which a restore forgot.
create table forgotten_addresses (
  chain text not null,
  address text not null,
  key_index bigint not null,
  key_path text not null,
  client_id uuid not null references clients,
  primary key (chain, address),
  unique (chain, key_index)
);
create index forgotten_addresses_of_client on forgotten_addresses (client_id);

create table address_recoveries (
  chain text not null,
  recovery integer not null,
  begun_at timestamptz not null,
  -- Blocks below it were searched for every address.
  from_height integer not null,
  -- Clients are taken in the order of their ids; later ones are newer.
  client_cursor uuid,
  added_at timestamptz,
  -- Of the search of blocks that is under way.
  next_height integer,
  to_height integer,
  search_began_at timestamptz,
  searched_at timestamptz,
  done_at timestamptz,
  primary key (chain, recovery),
  check (num_nonnulls(next_height, to_height) <> 1)
);
