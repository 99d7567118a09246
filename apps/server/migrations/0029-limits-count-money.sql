-- A month's limit is a counter of the money that was accepted in it, changed under its row's lock by who accepts; orders only promise.
create table limit_uses (
  client_id uuid not null references clients,
  currency text not null check (currency in ('EUR', 'USD')),
  -- The first day of the month, UTC, in which the money was accepted.
  month date not null,
  -- What is bought at merchants counts by itself.
  is_merchant boolean not null,
  used numeric(38, 0) not null check (used >= 0),
  -- The limit when money was last accepted, or more where less had been promised to somebody: a limit that is lowered later forbids only what is new.
  most numeric(38, 0) not null,
  primary key (client_id, currency, month, is_merchant),
  constraint limit_uses_within check (used <= most)
);

-- What each order has used up, so that a refund gives it back to the month it was taken from.
create table limit_entries (
  order_id uuid not null references orders,
  currency text not null,
  client_id uuid not null,
  month date not null,
  is_merchant boolean not null,
  amount numeric(38, 0) not null check (amount >= 0),
  primary key (order_id, currency),
  foreign key (client_id, currency, month, is_merchant) references limit_uses
);

create index orders_waiting on orders (client_id) where status not in ('processing', 'finished', 'error', 'expired', 'refunded', 'canceled');

with counted as (
  select order_id, client_id, is_merchant, currency, date_trunc('month', created_at at time zone 'UTC')::date as month,
    case currency when 'EUR' then payin_amount_eur else payin_amount_usd end as amount
  from orders cross join (values ('EUR'), ('USD')) as known (currency)
  where status in ('processing', 'finished', 'error') and created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
), uses as (
  insert into limit_uses
  select client_id, currency, month, is_merchant, sum(amount), sum(amount) from counted group by 1, 2, 3, 4
)
insert into limit_entries select order_id, currency, client_id, month, is_merchant, amount from counted;
