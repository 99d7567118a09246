-- Budgets that all processes share. Unlogged: after a crash of the database everybody starts with a full one.
create unlogged table rate_limits (
  -- Call, what it is counted by, and a keyed hash of whom or what.
  key varchar(255) primary key,
  points integer not null default 0,
  -- Unix milliseconds.
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
