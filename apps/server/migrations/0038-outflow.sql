-- What has left each hot wallet in a day, so that a fault or a theft ends somewhere: the last thing that signing touches, held for a moment.
create table wallet_outflows (
  chain text not null,
  -- UTC.
  day date not null,
  -- Cents of EUR at the day's median.
  used numeric(38, 0) not null check (used >= 0),
  primary key (chain, day)
);
