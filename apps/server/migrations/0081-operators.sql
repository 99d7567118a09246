-- Operators with keys and roles, money that two of them release, and a bound for rewards of clients whom nobody verified.

-- Written by the owner of the tables alone, so that nobody at the server's command line makes an operator.
create table operators (
  name text primary key check (name <> ''),
  roles text[] not null,
  -- SHA-256 of the key, which is shown once.
  key_hash bytea not null check (length(key_hash) = 32),
  created_at timestamptz not null,
  ended_at timestamptz
);

-- Each release of money by hand: carried out by one person, or asked for by one and carried out by another.
create table operator_releases (
  release_id uuid primary key,
  command text not null,
  -- What the command was given, and what it moves: the second person has to decide the very same.
  subject text not null,
  -- Cents of EUR; null where something of it has no price.
  worth numeric(38, 0),
  asked_by text not null,
  asked_at timestamptz not null,
  -- Empty where one person was enough.
  second_by text not null default '' check (second_by <> asked_by),
  done_at timestamptz
);
create unique index operator_releases_open on operator_releases (command, subject) where done_at is null;
create index operator_releases_of_person on operator_releases (asked_by, done_at);

alter table referral_settings
  -- Cents of EUR a month: a device is what its client says, so two devices are no proof of two people.
  add column unverified_most numeric(38, 0) not null default 2000 check (unverified_most >= 0);
