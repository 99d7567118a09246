-- Payouts by the bank and to cards count against a day's limit as those on chains do; above it a person allows them.
alter table bank_payouts add column stuck_reason text not null default '', add column allowed_at timestamptz;
alter table card_payouts add column allowed_at timestamptz;
