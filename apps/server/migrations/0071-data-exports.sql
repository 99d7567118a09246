-- A copy of all that is held about a client, made at the client's own press: a sealed file in the store of documents, for some days.
create table data_exports (
  export_id uuid primary key,
  client_id uuid not null references clients,
  -- Of the file, sealed by the client's key; empty before the file is made and after it ended.
  sealed_key text not null default '',
  bytes integer not null default 0,
  requested_at timestamptz not null,
  ready_at timestamptz,
  ends_at timestamptz not null,
  downloaded_at timestamptz,
  ended_at timestamptz,
  -- When the store had no file of it any more.
  removed_at timestamptz,
  check (ended_at is null or sealed_key = '')
);
create index data_exports_client on data_exports (client_id, requested_at);
create index data_exports_ends on data_exports (ends_at) where ended_at is null;
create index data_exports_files on data_exports (ended_at) where removed_at is null;
create index destroyed_keys_client on destroyed_keys (client_id);
