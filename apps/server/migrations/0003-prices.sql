-- Payment methods, payment options, fees and limits as data.
create table payment_groups (
  code text primary key,
  -- Locale key of the name, or empty when the name is the network's own.
  name_key text not null default '',
  name text not null,
  is_crypto boolean not null,
  position smallint not null
);

create table payment_options (
  option_id uuid primary key,
  direction text not null check (direction in ('payin', 'payout')),
  currency text not null,
  group_code text not null references payment_groups,
  -- The firm that does it: an acquirer or a chain adapter; reported as sub-method.
  provider text not null,
  state text not null check (state in ('open', 'paused', 'off')),
  min_amount numeric(38, 0) not null check (min_amount >= 0),
  max_amount numeric(38, 0) not null check (max_amount >= min_amount),
  -- Percents are whole ten-thousandths of a percent (14000 is 1.4000 %); fixed and minimum are smallest units of
  -- the option's currency.
  fee_percent integer not null check (fee_percent >= 0 and fee_percent < 500000),
  fee_fixed numeric(38, 0) not null check (fee_fixed >= 0),
  fee_min numeric(38, 0) not null check (fee_min >= 0),
  -- Address step fields, wire names.
  fields text[] not null default '{}',
  duration_minutes smallint not null,
  position smallint not null,
  unique (direction, currency, group_code)
);

create table pricing_settings (
  settings_id smallint primary key check (settings_id = 1),
  margin_percent integer not null check (margin_percent >= 0 and margin_percent < 500000),
  spread_percent integer not null check (spread_percent >= 0 and spread_percent < 500000),
  fixed_rate_percent integer not null check (fixed_rate_percent >= 0 and fixed_rate_percent < 500000),
  quote_seconds integer not null check (quote_seconds between 60 and 86400),
  rate_max_age_seconds integer not null check (rate_max_age_seconds between 1 and 3600),
  default_payin_currency text not null,
  default_payin_group text not null,
  default_payout_currency text not null,
  default_payout_group text not null,
  default_payin_amount text not null
);

-- Limits per level in whole currency, EUR and USD (A-086).
create table client_limits (
  level text not null,
  currency text not null check (currency in ('EUR', 'USD')),
  order_max numeric(38, 0) not null,
  month_max numeric(38, 0) not null,
  primary key (level, currency)
);
