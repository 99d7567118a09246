-- What each asset cost at the end of a day, so that what a client had can be shown in money over time; the newest day is written anew with each sample of the market.
create table daily_prices (
  asset text not null,
  -- UTC.
  day date not null,
  -- One whole unit in EUR, times ten to the eighteen.
  eur numeric(60, 0) not null check (eur > 0),
  primary key (asset, day)
);
insert into daily_prices
  select distinct on (asset, day) asset, (sampled_at at time zone 'UTC')::date as day, eur from market_samples order by asset, day, sampled_at desc;
