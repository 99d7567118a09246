-- Files that clients show: each sealed under a key of its own, that one under the client's; what is seen and what is ended is kept.
create table documents (
  document_id uuid primary key,
  client_id uuid not null references clients,
  verification_id uuid not null references verifications,
  -- The side that it shows, or the kind of proof.
  type text not null,
  ext text not null check (ext in ('jpg', 'pdf')),
  bytes integer not null,
  pages integer not null,
  status text not null check (status in ('new', 'uploaded', 'approved', 'declined', 'rejected')),
  -- The file's key under the client's; empty once it was destroyed.
  sealed_key text not null,
  -- Paper, days and the reviewer's comment, as JSON under the client's key.
  sealed_details text not null default '',
  created_at timestamptz not null,
  -- When the store had it; until then the row is an intent.
  stored_at timestamptz,
  destroyed_at timestamptz,
  check ((sealed_key = '') = (destroyed_at is not null))
);
create index documents_client on documents (client_id);
create index documents_verification on documents (verification_id);
create index documents_unstored on documents (created_at) where stored_at is null and destroyed_at is null;

-- Every look at a file: the owner's and a reviewer's.
create table document_reads (
  read_id uuid primary key,
  document_id uuid not null references documents,
  reader text not null,
  reason text not null,
  read_at timestamptz not null
);
create index document_reads_document on document_reads (document_id);

-- Proof that a key was ended: of which file, whose sealed text it opened, and why.
create table destroyed_keys (
  destruction_id uuid primary key,
  client_id uuid not null,
  document_id uuid,
  key_sha256 text not null,
  reason text not null,
  destroyed_at timestamptz not null
);

-- Who looks at a submitted wizard; identity takes two who are not the same.
alter table verifications
  add column claimed_by text not null default '',
  add column first_approved_by text not null default '',
  add column sealed_comments text not null default '';
create index verifications_queue on verifications (submitted_at) where status = 'uploaded';
