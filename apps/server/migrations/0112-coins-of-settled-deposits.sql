-- A pay-out takes the coins of a deposit once it is settled. Those of deposits that are not were spendable at once before.
update wallet_outputs set is_spendable = false
from deposits
where wallet_outputs.chain = deposits.chain and wallet_outputs.txid = deposits.txid
  and wallet_outputs.output_index = deposits.output_index and origin = 'deposit' and is_spendable
  and deposits.status <> 'settled';
