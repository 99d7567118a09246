-- How many events of an order lie in an archived month, so that what happens later counts on from there.
alter table orders add column archived_events integer not null default 0 check (archived_events >= 0);
