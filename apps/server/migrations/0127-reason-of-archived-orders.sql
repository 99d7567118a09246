-- A partner reads the last reason of an order also once its events lie in an archived month.
alter table orders add column archived_reason text not null default '';
