-- What a payout to a card or by bank has counted against the day's limit: it is given back when nothing was sent, so that one that is tried
-- again counts once, and refused cards and accounts do not use up the day.
alter table card_payouts add column counted_cents numeric(38, 0) check (counted_cents >= 0);
alter table bank_payouts add column counted_cents numeric(38, 0) check (counted_cents >= 0);
