-- Orders paid from the balance, coupons and free service, locked quotes, limits in dollars; options whose method is there now take orders.
create table order_confirmations (
  -- The identifier the client is given; every code that is sent has its own.
  confirmation_id uuid primary key,
  order_id uuid not null references orders,
  client_id uuid not null references clients,
  code_hash bytea not null,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  -- From when on another code may be asked for.
  resend_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index order_confirmations_order on order_confirmations (order_id, created_at desc);

create table coupons (
  -- Capital letters and digits, as it is compared.
  code text primary key check (code ~ '^[A-Z0-9_-]{3,40}$'),
  -- Part of the service fee that falls away; 100 is free service.
  percent_off smallint not null check (percent_off between 1 and 100),
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- All clients together; empty for no end.
  uses_max integer check (uses_max > 0),
  client_uses_max integer not null default 1 check (client_uses_max > 0),
  -- Least pay-in at the market, in cents of EUR.
  payin_min_eur numeric(38, 0) not null default 0 check (payin_min_eur >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null
);

create table coupon_uses (
  order_id uuid primary key references orders,
  code text not null references coupons,
  client_id uuid not null references clients,
  used_at timestamptz not null,
  -- The order ended without money, so the coupon can be used again.
  given_back_at timestamptz
);
create index coupon_uses_standing on coupon_uses (code, client_id) where given_back_at is null;

create table service_grants (
  grant_id uuid primary key,
  client_id uuid not null references clients,
  -- Why the next order is free of the service fee, for an operator.
  reason text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- The order that uses it up; empty again when that order ended without money.
  order_id uuid unique references orders
);
create index service_grants_free on service_grants (client_id) where order_id is null;

create table client_discounts (
  client_id uuid not null references clients,
  source text not null check (source in ('vip', 'tier')),
  -- Part of the service fee that falls away.
  percent_off smallint not null check (percent_off between 1 and 100),
  name text not null default '',
  primary key (client_id, source)
);

alter table pricing_settings
  -- How long the price on screen can be ordered at with a fixed rate.
  add column quote_lock_seconds integer not null default 60 check (quote_lock_seconds between 10 and 3600),
  -- The first order of a client is free of the service fee.
  add column is_first_order_free boolean not null default false;

-- Pay-in in cents of USD at creation, for the limits of those who pay in dollars.
alter table orders add column payin_amount_usd numeric(38, 0) not null default 0;
update orders set payin_amount_usd = payin_amount_eur;
alter table orders alter column payin_amount_usd drop default;

-- These were paused because nobody served them.
update payment_options set state = 'open' where state = 'paused'
  and ((direction = 'payin' and provider = 'bank') or (direction = 'payout' and provider = 'ethereum'));
update payment_options set provider = 'card_two'
  where direction = 'payin' and currency = 'USD' and group_code = 'card' and provider = 'card_one';
update payment_options set provider = 'card_one_form'
  where direction = 'payin' and currency = 'GBP' and group_code = 'card' and provider = 'card_one';
