-- Tries at a secret and messages to an address are counted in one statement before the work they ask for; what they are aimed at is kept as a keyed hash.
create table counted_tries (
  key bytea primary key,
  tries integer not null,
  ends_at timestamptz not null
);
create index counted_tries_end on counted_tries (ends_at);
drop table signin_failures;
-- A letter past the cap of its address is not sent: when that was decided.
alter table letters add column withheld_at timestamptz;
