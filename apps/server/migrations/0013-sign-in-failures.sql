-- Wrong passwords by address, counted in the database so that every instance knows them; the address itself is not kept.
create table signin_failures (
  email_hash bytea primary key,
  failures integer not null,
  failed_at timestamptz not null
);
create index signin_failures_time on signin_failures (failed_at);
