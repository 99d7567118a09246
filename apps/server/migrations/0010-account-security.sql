-- Password recovery, two-factor sign-in and the choice of letters.
create table password_resets (
  token_hash bytea primary key,
  client_id uuid not null references clients,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_client on password_resets (client_id, created_at desc);

alter table clients
  -- The authenticator's key, sealed; empty while two-factor is off.
  add column two_factor_sealed_key text not null default '',
  -- The last time step of which a code was taken: none works twice.
  add column two_factor_last_step bigint not null default 0,
  add column two_factor_failures smallint not null default 0,
  add column two_factor_failed_at timestamptz,
  add column is_news boolean not null default false,
  add column is_offers boolean not null default false,
  add column is_order_letters boolean not null default true;

create table recovery_codes (
  client_id uuid not null references clients,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (client_id, code_hash)
);
