-- Addresses that orders are paid to, what arrived on them, and the numbered transactions of account chains with their signed bytes.
create sequence deposit_key_index as integer minvalue 0 start 0;

create table deposit_addresses (
  address_id uuid primary key,
  chain text not null,
  -- In its usual form; for Ethereum with the checksum's capitals.
  address text not null,
  -- Child of the extended key, and the way to it from there.
  key_index integer not null check (key_index >= 0),
  key_path text not null,
  order_id uuid not null unique references orders,
  created_at timestamptz not null,
  unique (chain, address),
  unique (chain, key_index)
);

create table deposits (
  deposit_id uuid primary key,
  chain text not null,
  txid text not null,
  -- Output of the transaction; on account chains the place of the transfer among the transaction's own logs, -1 for ether itself.
  output_index integer not null,
  -- Missing where the hot wallet itself was paid: that is funding.
  address_id uuid references deposit_addresses,
  order_id uuid references orders,
  currency text not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- gone: left the chain before it counted. lost: left it afterwards, and the house bears it until it is back.
  status text not null check (status in ('seen', 'credited', 'settled', 'gone', 'lost')),
  confirmations integer not null,
  block_hash text not null default '',
  -- How often a counted deposit left the chain or came back: names the entries of it.
  turns integer not null default 0,
  seen_at timestamptz not null,
  credited_at timestamptz,
  updated_at timestamptz not null,
  unique (chain, txid, output_index),
  check ((address_id is null) = (order_id is null))
);
create index deposits_order on deposits (order_id);
create index deposits_open on deposits (chain, deposit_id) where status in ('seen', 'credited', 'lost');

-- How far a chain was searched for deposits.
create table deposit_scans (
  chain text primary key,
  height integer not null check (height >= 0),
  updated_at timestamptz not null
);

create table account_nonces (
  chain text not null,
  address text not null,
  next_nonce bigint not null check (next_nonce >= 0),
  primary key (chain, address)
);

create table account_transactions (
  transaction_id uuid primary key,
  chain text not null,
  sender text not null,
  nonce bigint not null check (nonce >= 0),
  -- collect: from a deposit address to the hot wallet. gas: ether for an address whose tokens are to be collected.
  purpose text not null check (purpose in ('payout', 'collect', 'gas')),
  payout_id uuid unique references payouts,
  address_id uuid references deposit_addresses,
  currency text not null,
  recipient text not null,
  amount numeric(38, 0) not null check (amount > 0),
  gas_limit numeric(38, 0) not null check (gas_limit > 0),
  status text not null check (status in ('signed', 'sent', 'mined', 'failed', 'settled')),
  -- What the ledger has as its fee by now, and in how many entries.
  booked_fee numeric(38, 0) not null default 0 check (booked_fee >= 0),
  fee_entries integer not null default 0,
  created_at timestamptz not null,
  mined_at timestamptz,
  updated_at timestamptz not null,
  unique (chain, sender, nonce),
  check ((purpose = 'payout') = (payout_id is not null)),
  check ((purpose = 'payout') = (address_id is null))
);
create index account_transactions_open on account_transactions (chain, sender) where status in ('signed', 'sent', 'mined', 'failed');
create unique index account_transactions_one_collection on account_transactions (address_id, currency, purpose) where status in ('signed', 'sent');

-- Every set of bytes that was ever signed under a number: stored before anybody sends it, and only these are sent.
create table account_attempts (
  transaction_id uuid not null references account_transactions,
  attempt_number integer not null check (attempt_number > 0),
  txid text not null unique,
  raw_transaction text not null,
  max_fee_per_gas numeric(38, 0) not null,
  max_priority_fee_per_gas numeric(38, 0) not null,
  created_at timestamptz not null,
  primary key (transaction_id, attempt_number)
);

alter table wallet_outputs
  -- Key that spends it: a child of the deposit key, or the hot wallet's own where it is null.
  add column key_index integer check (key_index >= 0),
  drop constraint wallet_outputs_origin_check,
  add constraint wallet_outputs_origin_check check (origin in ('funding', 'change', 'deposit'));
