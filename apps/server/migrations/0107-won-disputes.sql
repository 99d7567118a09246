-- A payment that was taken back can be won back, and be taken back again: each turn has entries of its own.
alter table card_payments add column turns integer not null default 0;
