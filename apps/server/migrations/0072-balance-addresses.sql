-- Coins that a client sends to an address of its own are the client's, and need no order.
alter table deposit_addresses
  alter column order_id drop not null,
  add column client_id uuid references clients,
  add constraint deposit_addresses_of_one check (num_nonnulls(order_id, client_id) = 1),
  add constraint deposit_addresses_with_client unique (address_id, client_id);
create index deposit_addresses_of_client on deposit_addresses (client_id) where client_id is not null;

alter table deposits
  drop constraint deposits_check,
  add column client_id uuid references clients,
  -- It waits on waiting:<client> until the sum reaches the least that is credited.
  add column is_waiting boolean not null default false,
  -- Missing where the hot wallet itself was paid.
  add constraint deposits_of_one check (num_nonnulls(order_id, client_id) = num_nonnulls(address_id)),
  add constraint deposits_of_their_client foreign key (address_id, client_id) references deposit_addresses (address_id, client_id);
create index deposits_of_client on deposits (client_id) where client_id is not null;
-- What a client reads as being on its way.
create index deposits_pending on deposits (client_id, seen_at) where status = 'seen' or is_waiting;
create index deposits_at_address on deposits (address_id);

-- Which address a client is shown for a currency on a chain. A row that is no longer current stays: what comes late is its client's.
create table balance_addresses (
  address_id uuid primary key,
  client_id uuid not null references clients,
  chain text not null,
  currency text not null,
  is_current boolean not null,
  -- From then on another one is shown. Missing where it is shown for good.
  shown_until timestamptz,
  created_at timestamptz not null,
  -- When its client last looked at it.
  asked_at timestamptz not null,
  constraint balance_addresses_of_their_client foreign key (address_id, client_id) references deposit_addresses (address_id, client_id)
);
create unique index balance_addresses_current on balance_addresses (client_id, chain, currency) where is_current;
create index balance_addresses_of_client on balance_addresses (client_id, created_at);
