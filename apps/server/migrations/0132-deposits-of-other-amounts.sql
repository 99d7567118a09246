-- What a contract pays by a transaction, and whom, depends on its block: what was booked, lost with its block, and came by another one with
-- another amount, or to another address, was taken for the lost one.
alter table deposits
  add constraint deposits_of_a_payment unique nulls not distinct (chain, txid, output_index, currency, amount, address_id),
  drop constraint deposits_chain_txid_output_index_key;
