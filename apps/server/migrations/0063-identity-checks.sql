-- Identity checks by an outside provider: the applicant that stands for a client there, and the last answer that counted.
create table identity_checks (
  check_id uuid primary key,
  client_id uuid not null references clients,
  verification_id uuid not null unique references verifications,
  provider text not null,
  -- The provider's number; empty until it has answered once.
  applicant_id text not null default '',
  status text not null check (status in ('open', 'pending', 'approved', 'retry', 'rejected')),
  -- Names the answer that was applied last, so that the same one again changes nothing.
  answer_id text not null default '',
  -- The provider's codes for what is wrong, for the operator.
  labels text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the provider is asked again without a webhook; nothing to wait for where it is null.
  next_look_at timestamptz
);
create index identity_checks_client on identity_checks (client_id);
create unique index identity_checks_applicant on identity_checks (provider, applicant_id) where applicant_id <> '';
create index identity_checks_due on identity_checks (next_look_at) where next_look_at is not null;

-- Who looks at a submitted wizard: people of the operator, or the outside provider of this name.
alter table verifications add column checked_by text not null default '';
