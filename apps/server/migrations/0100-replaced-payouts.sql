-- Bytes of a Bitcoin payout that the network refused for their fee, and that others have replaced which spend the same coins. Some node may
-- still have them: where a block takes them, they are the payout.
create table replaced_payouts (
  txid text primary key,
  payout_id uuid not null references payouts,
  raw_transaction text not null,
  fee numeric(38, 0) not null check (fee > 0),
  created_at timestamptz not null
);
create index replaced_payouts_of_payout on replaced_payouts (payout_id);
