-- Partners, clients, sessions, codes and what must be used only once.
create table partners (
  partner_key text primary key,
  name text not null,
  allowed_origins text[] not null default '{}',
  is_merchant boolean not null default false,
  is_floating_rate boolean not null default true,
  theme text not null default 'auto' check (theme in ('light', 'dark', 'auto')),
  -- Custom properties such as brand colour, radius and density, as the partner gave them.
  theme_settings jsonb not null default '{}',
  created_at timestamptz not null
);

create table clients (
  client_id uuid primary key,
  nice_id text not null unique,
  email text not null unique,
  email_confirmed_at timestamptz,
  password_hash text not null,
  level text not null default 'unverified',
  is_basic_verify_enabled boolean not null default true,
  is_partner boolean not null default false,
  first_name text not null default '',
  last_name text not null default '',
  language text not null default 'en',
  partner_key text references partners,
  referrer_id text not null default '',
  agreed_terms_at timestamptz not null,
  created_at timestamptz not null
);

create table sessions (
  session_id uuid primary key,
  client_id uuid not null references clients,
  device_id text not null default '',
  device_name text not null default '',
  platform text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index sessions_client on sessions (client_id);

-- A family of rotating refresh tokens belongs to its session; only hashes are stored.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when the token was exchanged; its successor is sealed so that a retry within seconds gives the same one.
  used_at timestamptz,
  successor_hash bytea
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table confirmation_codes (
  code_id uuid primary key,
  client_id uuid not null references clients,
  purpose text not null,
  target text not null,
  code_hash bytea not null,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index confirmation_codes_client on confirmation_codes (client_id, purpose, created_at desc);

create table used_captchas (
  token_hash bytea primary key,
  action text not null,
  used_at timestamptz not null
);
create index used_captchas_time on used_captchas (used_at);

-- Answers of writes that may be repeated; the same key with another body is refused.
create table idempotency_keys (
  actor text not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (actor, key)
);
create index idempotency_keys_time on idempotency_keys (created_at);

create table letters (
  letter_id uuid primary key,
  client_id uuid references clients,
  recipient text not null,
  template text not null,
  language text not null,
  parameters jsonb not null,
  -- One letter for one happening, however often it is asked for.
  occasion text not null unique,
  created_at timestamptz not null,
  sent_at timestamptz
);
