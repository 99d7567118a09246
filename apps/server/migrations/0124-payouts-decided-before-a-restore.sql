-- What a person decided about a pay-out that the restored copy has not planned yet is known from the security log.
alter table orders add column is_payout_stopped boolean not null default false;
comment on column orders.is_payout_stopped is 'A restore forgot that it was canceled, or decided by a person: its pay-out is stopped when it is planned.';
