-- A bank transfer whose order a restore forgot is given to a client or to the house by a person, and to no order.
alter table bank_transfers
  drop constraint bank_transfers_status_check,
  drop constraint bank_transfers_check,
  add constraint bank_transfers_status_check check (status in ('matched', 'taken', 'unplaced', 'returned', 'settled')),
  add constraint bank_transfers_check check (status in ('unplaced', 'returned', 'settled') or order_id is not null);
