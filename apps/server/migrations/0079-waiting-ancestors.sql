-- Nodes take no transaction with more than 25 waiting ones before or behind it: change of many waiting payouts rests until a block.
alter table wallet_outputs add column ancestors smallint not null default 0 check (ancestors >= 0);
