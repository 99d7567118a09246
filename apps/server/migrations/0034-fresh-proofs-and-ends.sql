-- A new factor does not stand alone for a day; what a session derived ends with it; a partner's page ends with the key that opened it.
alter table clients
  -- When a second factor was added last: approvals ask for the e-mailed code besides it for a while.
  add column factor_added_at timestamptz;

alter table order_confirmations
  -- The code of the second factor is asked for besides the e-mailed one.
  add column is_factor_asked boolean not null default false;

alter table biometric_tokens add column session_id uuid references sessions;
update biometric_tokens token set session_id = (
  select session.session_id from sessions session
  where session.client_id = token.client_id and session.device_id = token.device_id
  order by session.created_at desc limit 1
);
delete from biometric_tokens where session_id is null;
alter table biometric_tokens alter column session_id set not null;
create index biometric_tokens_session on biometric_tokens (session_id);

alter table push_tokens add column session_id uuid references sessions;
update push_tokens token set session_id = (
  select session.session_id from sessions session
  where session.client_id = token.client_id and session.device_id = token.device_id and session.ended_at is null
  order by session.created_at desc limit 1
);
-- An app registers its token again when it starts.
delete from push_tokens where session_id is null;
alter table push_tokens alter column session_id set not null;
create index push_tokens_session on push_tokens (session_id);
create index push_tokens_token on push_tokens (push_token);

-- Null for a code that is used within the sign-in that made it.
alter table second_factor_codes add column session_id uuid references sessions;
create index passkey_challenges_client on passkey_challenges (client_id) where client_id is not null;

alter table partner_sessions
  -- The secret key that opened it.
  add column key_id text references partner_secrets;
