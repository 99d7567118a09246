-- Files that are sent in parts, so that a broken connection goes on where it stopped: each sealed under a key of its own, for an hour.
create table uploads (
  upload_id uuid primary key,
  client_id uuid not null references clients,
  wizard text not null,
  wallet_id text not null default '',
  type text not null,
  -- Bytes that have arrived, in parts of one length.
  received integer not null default 0,
  -- The key of the parts under the client's; empty once they count no more.
  sealed_key text not null,
  created_at timestamptz not null,
  -- Since when a part is being written.
  writing_at timestamptz,
  ended_at timestamptz,
  check ((sealed_key = '') = (ended_at is not null))
);
create unique index uploads_place on uploads (client_id, wizard, wallet_id, type) where ended_at is null;
create index uploads_client on uploads (client_id);
create index uploads_created on uploads (created_at);
