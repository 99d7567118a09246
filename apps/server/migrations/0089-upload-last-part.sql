-- When the last part of a file came: where all places are taken, a file that nobody goes on with gives up its own.
alter table uploads add column part_at timestamptz;
