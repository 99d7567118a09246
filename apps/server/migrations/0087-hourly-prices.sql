-- What each asset cost at the end of an hour, so that a chart of a week has more than seven points; older hours are deleted.
create table hourly_prices (
  asset text not null,
  -- Its beginning, UTC.
  hour timestamptz not null,
  -- One whole unit in EUR, times ten to the eighteen.
  eur numeric(60, 0) not null check (eur > 0),
  primary key (asset, hour)
);
insert into hourly_prices
  select distinct on (asset, hour) asset, date_trunc('hour', sampled_at, 'UTC') as hour, eur from market_samples order by asset, hour, sampled_at desc;
