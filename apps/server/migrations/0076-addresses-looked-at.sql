-- Addresses of clients in the order in which their balance was last looked at, without an end.
create index deposit_addresses_looked_at on deposit_addresses (chain, balance_block nulls first) where client_id is not null;
