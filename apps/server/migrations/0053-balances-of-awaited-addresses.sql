-- Ether that a contract sends is no transaction to its address: it is found by what the address has, block by block.
alter table deposit_addresses add column balance_block integer;
