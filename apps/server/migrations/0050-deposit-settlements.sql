-- Which deposit paid a lost one again: when it goes too, the loss is open again, and nothing is given twice.
create table deposit_settlements (
  lost_deposit_id uuid not null references deposits (deposit_id),
  turn integer not null,
  by_deposit_id uuid not null references deposits (deposit_id),
  amount numeric(38, 0) not null check (amount > 0),
  is_undone boolean not null default false,
  primary key (lost_deposit_id, turn, by_deposit_id)
);
create index deposit_settlements_by on deposit_settlements (by_deposit_id) where not is_undone;

-- What the order bore is settled for the house: one number says what is open.
update deposits set loss_settled = amount where loss_borne_by = 'order';
alter table deposits drop column loss_borne_by;
