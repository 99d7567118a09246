-- What lowers the service fee of a client by what it has exchanged: the tiers are data, an installation without any gives
-- none.
create table discount_tiers (
  number integer primary key check (number > 0),
  name text not null,
  -- Cents of EUR of the last twelve months, the present one included.
  turnover_from numeric(38, 0) not null unique check (turnover_from >= 0),
  -- Part of the service fee that falls away.
  percent_off smallint not null check (percent_off between 0 and 100)
);

-- What each finished order adds to its client's turnover: 0 once its payment was taken back, so that it never counts again.
create table turnover_entries (
  order_id uuid primary key references orders,
  client_id uuid not null references clients,
  -- The first day of the month, UTC, in which it was finished.
  month date not null,
  amount numeric(38, 0) not null check (amount >= 0)
);

create index turnover_of_client on turnover_entries (client_id, month desc) include (amount);

insert into turnover_entries (order_id, client_id, month, amount)
select order_id, client_id, date_trunc('month', finished_at at time zone 'UTC')::date, payin_amount_eur
from orders where status = 'finished' and client_id is not null and not is_merchant and finished_at is not null;
