-- What a partner may set, its keys and account; session tokens; notices to partners; orders of merchants.
alter table partners
  -- The client whose balance is paid where an order pays the partner, and who sees the partner's orders.
  add column client_id uuid references clients,
  -- Fee on top of ours: ten-thousandths of a percent of the pay-in, at most 10 %.
  add column fee_percent integer not null default 0 check (fee_percent between 0 and 100000),
  -- Presets of every page, by wire name, and the names that neither an address nor a message changes.
  add column defaults jsonb not null default '{}',
  add column locks text[] not null default '{}',
  -- Options of the page that the partner switched on, by wire name.
  add column flags text[] not null default '{}',
  -- Routes, by name or pattern, that its pages reach; empty for all.
  add column routes text[] not null default '{}',
  add column webhook_url text not null default '';
create index partners_client on partners (client_id) where client_id is not null;

-- Secret keys of partners' servers. The key itself is shown once.
create table partner_secrets (
  key_id text primary key,
  partner_key text not null references partners,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  ends_at timestamptz
);
create index partner_secrets_partner on partner_secrets (partner_key);

-- What notices are signed with. Several may live at a time: every live one signs.
create table webhook_secrets (
  key_id text not null,
  partner_key text not null references partners,
  sealed text not null,
  created_at timestamptz not null,
  ends_at timestamptz,
  primary key (partner_key, key_id)
);

create table partner_sessions (
  session_id uuid primary key,
  partner_key text not null references partners,
  token_hash bytea not null unique,
  presets jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  -- What the page that redeemed the token sends back with its order.
  handle_hash bytea unique,
  handle_ends_at timestamptz
);
create index partner_sessions_time on partner_sessions (created_at);

alter table orders
  add column is_merchant boolean not null default false,
  add column is_donation boolean not null default false,
  -- The pay-out goes to the balance of the partner's client.
  add column pay_to_partner boolean not null default false,
  add column purchase_amount text not null default '',
  add column purchase_currency text not null default '',
  add column http_return_success text not null default '',
  add column http_return_failed text not null default '',
  add column partner_session_id uuid references partner_sessions;
create index orders_partner on orders (partner_key, created_at desc) where partner_key is not null;
create unique index orders_partner_session on orders (partner_session_id)
  where partner_session_id is not null and status not in ('canceled', 'expired');

-- One notice for each event of a partner's order; the body is written once and sent the same every time.
create table partner_deliveries (
  delivery_id uuid primary key,
  partner_key text not null references partners,
  order_id uuid not null references orders,
  -- Number of the order's event: a higher one is newer.
  version integer not null,
  url text not null default '',
  body text not null default '',
  status text not null check (status in ('waiting', 'delivered', 'given_up')),
  attempts integer not null default 0,
  -- Of the last try: the answer's status code, or why there was none, and the beginning of the answer.
  answer_code integer,
  failure text not null default '',
  answer text not null default '',
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  attempted_at timestamptz,
  delivered_at timestamptz,
  unique (order_id, version)
);
create index partner_deliveries_waiting on partner_deliveries (next_attempt_at) where status = 'waiting';
create index partner_deliveries_partner on partner_deliveries (partner_key, created_at desc);

-- A payer of a merchant is nobody we know: most per order and per month, by e-mail address.
insert into client_limits (level, currency, order_max, month_max) values
  ('merchant', 'EUR', 1000, 5000), ('merchant', 'USD', 1000, 5000);
