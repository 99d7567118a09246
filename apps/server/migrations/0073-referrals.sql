-- Clients who bring clients: their links, whom they brought, what they earn of our service fee, and what they were paid.

-- The programme, as the operator sets it. An installation without the row has none.
create table referral_settings (
  is_only boolean primary key default true check (is_only),
  -- Parts of the service fee for who brought the client, and for who brought that one.
  first_percent smallint not null check (first_percent between 0 and 100),
  second_percent smallint not null check (second_percent between 0 and 100),
  -- Cents of EUR from which rewards are paid.
  least_payout numeric(38, 0) not null check (least_payout > 0),
  constraint referral_rewards_within_fee check (first_percent + second_percent <= 100)
);

-- What earns nothing; a rule that is off refuses nothing.
create table referral_rules (
  rule text primary key check (rule in ('own_device', 'own_person', 'circle')),
  is_on boolean not null
);
insert into referral_rules values ('own_device', true), ('own_person', true), ('circle', true);

-- The code of a client's link: it says nothing of the client, and stays the same.
create table referral_codes (
  client_id uuid primary key references clients,
  code text not null unique check (code ~ '^[0-9A-Z]{10}$'),
  created_at timestamptz not null
);

-- How often a link was opened on a day, UTC; nobody who opened it is kept.
create table referral_visits (
  client_id uuid not null references clients,
  day date not null,
  visits integer not null check (visits > 0),
  primary key (client_id, day)
);

-- Who brought a client: written at the registration and never changed.
create table referrals (
  client_id uuid primary key references clients,
  referrer_id uuid not null references clients check (referrer_id <> client_id),
  -- The rule by which this earns nothing; empty for none.
  refused_by text not null default '',
  created_at timestamptz not null
);
create index referrals_of_referrer on referrals (referrer_id, created_at);

create table referral_rewards (
  order_id uuid not null references orders,
  level smallint not null check (level in (1, 2)),
  -- A number of its own: that of the order would open the order of another client.
  nice_id text not null unique,
  client_id uuid not null references clients,
  -- Smallest units: what was exchanged, and what is earned of it.
  currency text not null default 'EUR' check (currency = 'EUR'),
  deal_amount numeric(38, 0) not null check (deal_amount >= 0),
  amount numeric(38, 0) not null check (amount >= 0),
  -- The part of the service fee that pays for it, in the currency of the fee.
  fee_currency text not null,
  fee_amount numeric(38, 0) not null check (fee_amount >= 0),
  status text not null check (status in ('pending', 'released', 'canceled', 'refused')),
  refused_by text not null default '' check ((refused_by <> '') = (status = 'refused')),
  created_at timestamptz not null,
  -- When the release job looks at it next.
  check_at timestamptz not null,
  canceled_at timestamptz check ((canceled_at is not null) = (status = 'canceled')),
  primary key (order_id, level)
);
create index referral_rewards_of_client on referral_rewards (client_id, created_at);
create index referral_rewards_canceled on referral_rewards (client_id, canceled_at) where status = 'canceled';
create index referral_rewards_due on referral_rewards (check_at) where status = 'pending';

create table referral_payouts (
  payout_id uuid primary key,
  nice_id text not null unique,
  client_id uuid not null references clients,
  currency text not null default 'EUR' check (currency = 'EUR'),
  amount numeric(38, 0) not null check (amount > 0),
  -- An account that closes gives up what is below the least payout.
  status text not null check (status in ('finished', 'given_up')),
  created_at timestamptz not null
);
create index referral_payouts_of_client on referral_payouts (client_id, created_at);
