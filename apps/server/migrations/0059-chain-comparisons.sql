-- How far the comparison of a chain's accounts with the books has come: it reads all balances as of one block, in pages.
create table chain_comparisons (
  chain text primary key,
  -- The pass under way; null between two passes.
  pass jsonb,
  -- Counts up with each step, so that two workers never go on with the same pass.
  step bigint not null default 0,
  -- What the last whole pass has found: what the next one finds again stays.
  differences jsonb not null default '[]',
  -- When the last whole pass ended.
  done_at timestamptz not null
);
