-- Passkeys as a second factor and as sign-in, their one-use challenges, and one-use codes that stand for one.
create table passkeys (
  -- As the authenticator names it, base64url.
  credential_id text primary key,
  passkey_id uuid not null unique,
  client_id uuid not null references clients,
  public_key bytea not null,
  -- The authenticator's own count of uses: one that runs backwards is a copy.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- Kept by a provider that brings it to the owner's other devices.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_client on passkeys (client_id, created_at);

create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'confirm', 'signin')),
  -- Whose and in which session; nobody's yet for a sign-in.
  client_id uuid references clients,
  session_id uuid references sessions,
  expires_at timestamptz not null
);
create index passkey_challenges_time on passkey_challenges (expires_at);

-- What a client gets for showing a passkey, to be given where a code of the second factor is asked for.
create table second_factor_codes (
  code_hash bytea primary key,
  client_id uuid not null references clients,
  expires_at timestamptz not null
);
create index second_factor_codes_client on second_factor_codes (client_id);

alter table clients
  -- A passkey is a second factor like the authenticator.
  add column has_passkeys boolean not null default false;
