-- A client with several cards of one bank distinguishes them by names of its own.
alter table cards add column name text not null default '' check (length(name) <= 60);
