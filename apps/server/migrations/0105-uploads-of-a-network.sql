-- Of the places of files that come in parts one network has half, so that its many accounts keep no other client out.

-- Keyed hash of the network; a row ends within the hour.
alter table uploads add column asked_from text not null default '';
