-- What a bank has returned of a transfer and no refund of ours explains: by hand at the bank, or forgotten by a restore.
alter table bank_transfers
  add column returned_outside numeric(38, 0) not null default 0 check (returned_outside between 0 and amount),
  -- When the bank was last asked for its returns.
  add column asked_at timestamptz;
create index bank_transfers_order on bank_transfers (order_id);
