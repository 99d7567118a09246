-- What a firm or a chain told and nobody could take in, kept whole: the line behind it goes on, and nothing is lost.
create table unreadable_news (
  -- The bank's name, or the chain.
  source text not null,
  -- The firm's id of a transfer, or a transaction's id.
  outside_id text not null,
  body jsonb not null,
  reason text not null,
  seen_at timestamptz not null,
  tried_at timestamptz not null,
  tries integer not null default 1 check (tries > 0),
  -- When it could be taken in after all.
  settled_at timestamptz,
  primary key (source, outside_id)
);
create index unreadable_news_open on unreadable_news (source, tried_at) where settled_at is null;
