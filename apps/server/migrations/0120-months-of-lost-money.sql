-- A merchant's sale that was lost and is won counts in the month it had counted in.
alter table limit_entries add column is_counted boolean not null default true;
comment on column limit_entries.is_counted is 'Not where the money was given back or lost: it may come again.';
