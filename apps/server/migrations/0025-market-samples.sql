-- The day's median price of every asset is the measure of a wrong one: kept here, so that all processes and restarts agree.
create table market_samples (
  asset text not null,
  sampled_at timestamptz not null,
  -- One whole unit in EUR, times ten to the eighteen.
  eur numeric(60, 0) not null check (eur > 0),
  primary key (asset, sampled_at)
);
