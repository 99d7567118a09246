-- A row that another worker has settled, or that is listed no more, is not looked at again: its alarm ends when it was
-- not raised again for as long as the loop needs to come round.
alter table alarms add column seen_at timestamptz not null default now();
update alarms set seen_at = raised_at;
