-- A Bitcoin payout that no block takes at its fee is followed by a transaction that spends its change back to the wallet, and pays for
-- both. Its coins count as spent by the payout. As for payouts, the bytes are stored before they are sent.
create table fee_bumps (
  bump_id uuid primary key,
  payout_id uuid not null references payouts,
  chain text not null,
  txid text not null unique,
  raw_transaction text not null,
  fee numeric(38, 0) not null check (fee > 0),
  status text not null check (status in ('signed', 'sent', 'settled')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index fee_bumps_of_payout on fee_bumps (payout_id);
create index fee_bumps_open on fee_bumps (chain) where status <> 'settled';
