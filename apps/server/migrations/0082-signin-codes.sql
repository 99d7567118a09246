-- Codes that sign in by the mailbox alone: their address may belong to no client yet.
create table signin_codes (
  code_id uuid primary key,
  email text not null,
  code_hash bytea not null,
  -- Of the browser that asked; a known one has codes of its own.
  device_id text not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index signin_codes_email on signin_codes (email, created_at);
create index signin_codes_expires on signin_codes (expires_at);
