-- The sessions that a passkey opened end with it.
alter table sessions add column passkey_id uuid;
comment on column sessions.passkey_id is 'What opened it, alone, beside the password, or by a biometric token of such a session.';
