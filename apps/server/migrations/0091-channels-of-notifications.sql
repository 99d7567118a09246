-- By which channels a client learns of what happens. Letters about the account's security are always sent and listed.
alter table clients
  add column is_order_push boolean not null default true,
  add column is_order_listed boolean not null default true,
  add column is_verification_letters boolean not null default true,
  add column is_verification_push boolean not null default true,
  add column is_verification_listed boolean not null default true,
  add column is_security_push boolean not null default true;

-- One that is not listed waits for its push message alone, and goes with it.
alter table notifications add column is_listed boolean not null default true;
create index notifications_unlisted on notifications (created_at) where not is_listed;
