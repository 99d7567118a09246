-- The sessions that another provider's login opened end with it.
alter table client_identities add column login_id uuid not null unique default gen_random_uuid();
alter table sessions add column login_id uuid;
comment on column sessions.login_id is 'The login of another provider that opened it, or by a biometric token of such a session.';
