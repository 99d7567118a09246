-- A promised price ends once: what came when is judged by the latest time that anybody has known, which a clock that goes back does not change.
create table known_time (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);

-- When money arrived as far as that can be true, when its firm says it did, and when it was there for good (a block).
alter table received_money add column arrived_at timestamptz;
alter table received_money add column told_at timestamptz;
alter table received_money add column settled_at timestamptz;

-- When it was first seen in a block; a reorganisation takes that back.
alter table deposits add column mined_at timestamptz;
