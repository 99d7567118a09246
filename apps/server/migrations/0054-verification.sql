-- What clients tell and show of themselves to raise their limits: sealed under a key of each client, so that it ends with the key.
alter table clients add column is_zerohash_flow boolean not null default false;

create table client_keys (
  client_id uuid primary key references clients,
  -- The client's key, closed by the master key, which is not in the database.
  sealed text not null,
  created_at timestamptz not null
);

create table verifications (
  verification_id uuid primary key,
  client_id uuid not null references clients,
  wizard text not null check (wizard in ('basic', 'identity', 'address', 'bank_statement', 'wallet')),
  -- Token of the card that a wallet wizard is about.
  wallet_id text not null default '',
  status text not null check (status in ('new', 'uploaded', 'approved', 'declined', 'rejected')),
  sealed_fields text not null default '',
  created_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  unique (client_id, wizard, wallet_id),
  check ((wizard = 'wallet') = (wallet_id <> ''))
);

-- What was agreed, when, and in which words.
create table consents (
  consent_id uuid primary key,
  client_id uuid not null references clients,
  purpose text not null,
  text_key text not null,
  -- Of the words as they were shown, so that a later wording does not pass for the agreed one.
  text_sha256 text not null,
  language text not null,
  agreed_at timestamptz not null
);
create index consents_client on consents (client_id, purpose);
