-- Sign-in by another firm's word: whom it knows as which client, and the one-use numbers its tokens must carry.
create table client_identities (
  issuer text not null,
  subject text not null,
  client_id uuid not null references clients,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index client_identities_client on client_identities (client_id);

create table oauth_nonces (
  nonce_hash bytea primary key,
  expires_at timestamptz not null
);
create index oauth_nonces_time on oauth_nonces (expires_at);
