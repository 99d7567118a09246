-- Each life of the database gives a client addresses from places of its own, by the second at which it began: however many a restore
-- forgot, none of them comes again, also not when the same copy is put back twice.
alter table deposit_seeds
  -- The first place of this life: nothing was given in it while it is the next one.
  add column life_place integer not null default 0 check (life_place >= 0);
-- A new epoch or an operator's word, not only a time without a worker.
alter table address_recoveries add column is_certain boolean not null default true;
