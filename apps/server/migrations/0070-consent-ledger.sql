-- Every agreement of a client, given or withdrawn, for which use and in which words; the words are kept once for each wording.
create table consent_texts (
  text_sha256 text primary key,
  text_key text not null,
  language text not null,
  words text not null,
  first_used_at timestamptz not null
);

alter table consents
  -- What it is for: number of an order, version of an agreement.
  add column subject text not null default '',
  add column is_given boolean not null default true;
