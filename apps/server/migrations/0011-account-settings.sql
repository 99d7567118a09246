-- Biometric and push tokens, changes of the company agreement, deletion of accounts in stages, analytics events.
create table biometric_tokens (
  token_hash bytea primary key,
  client_id uuid not null references clients,
  device_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- One token per device; each sign-in by it makes a new one.
  unique (client_id, device_id)
);

create table push_tokens (
  client_id uuid not null references clients,
  device_id text not null,
  push_token text not null,
  platform text not null default '',
  updated_at timestamptz not null,
  primary key (client_id, device_id)
);

create table company_agreements (
  version text primary key,
  company_name text not null,
  -- Title and text by language code; English must be there.
  titles jsonb not null,
  texts jsonb not null,
  published_at timestamptz not null
);

alter table clients
  add column agreed_company_version text not null default '',
  add column deleted_at timestamptz;

-- What the law makes us keep of a deleted account, sealed and apart, until it is erased.
create table deleted_clients (
  client_id uuid primary key references clients,
  sealed text not null,
  reason text not null default '',
  deleted_at timestamptz not null,
  erase_after timestamptz not null
);
create index deleted_clients_due on deleted_clients (erase_after);

create table analytics_events (
  event_id uuid primary key,
  type text not null,
  options jsonb not null,
  at timestamptz not null
);
create index analytics_events_time on analytics_events (at);
