-- A wizard that a client hands to a phone: a link that opens once, and the key that the phone gets for it, which uploads files of that wizard alone.
create table handovers (
  handover_id uuid primary key,
  client_id uuid not null references clients,
  session_id uuid not null references sessions,
  wizard text not null,
  wallet_id text not null default '',
  link_hash bytea not null unique,
  -- Empty until the link was opened.
  key_hash bytea unique,
  device_name text not null default '',
  created_at timestamptz not null,
  -- Of the link; once it is open, of the key.
  expires_at timestamptz not null,
  opened_at timestamptz,
  done_at timestamptz,
  check ((key_hash is null) = (opened_at is null))
);
create index handovers_client on handovers (client_id);
create index handovers_session on handovers (session_id);
create index handovers_expires on handovers (expires_at);
