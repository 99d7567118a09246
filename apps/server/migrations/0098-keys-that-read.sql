-- A partner's dashboard needs its orders alone: a secret key of its own that can make nothing, and is changed apart from the others.
alter table partner_secrets add column reads_only boolean not null default false;
