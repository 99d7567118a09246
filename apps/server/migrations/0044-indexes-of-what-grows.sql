-- What is looked at every few seconds is found by an index, however much lies behind it.
create index wallet_outputs_unspent on wallet_outputs (chain) where spent_by_payout_id is null;
create index account_transactions_by_address on account_transactions (address_id) where address_id is not null;
create index ledger_balances_kept on ledger_balances (path) where balance > 0;
