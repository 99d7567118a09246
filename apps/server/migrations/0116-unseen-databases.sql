-- A database that no worker has seen for minutes may have been put back, with its mark: what was sent meanwhile is asked for.
alter table payout_holds drop constraint payout_holds_reason_check;
alter table payout_holds
  -- unseen: no worker has looked for so long that this may be a copy of files, or the clock was ahead.
  add constraint payout_holds_reason_check check (reason in ('restored', 'clock_back', 'unseen', 'unknown_spend'));
alter table database_epoch
  -- The last time that is certain where the clock was ahead when the epoch began: when the one before it was last seen.
  add column seen_before timestamptz;
