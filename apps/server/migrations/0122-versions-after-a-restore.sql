-- After a restore the events of an order are counted from the copy again: a webhook's version counts the epoch too.
alter table partner_deliveries add column epoch integer not null default 1;
comment on column partner_deliveries.epoch is 'Of the database, when the event was recorded.';
