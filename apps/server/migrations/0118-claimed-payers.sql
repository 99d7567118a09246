-- What an account has claimed of a payer is that account's, whatever the addresses of both are later.
alter table clients
  -- Of a payer: the account that has its orders, and what comes for them later. The payer has no address any more: who orders under it later is another payer.
  add column claimed_by uuid references clients,
  add constraint clients_claimed_without_address
    check (claimed_by is null or (starts_with(email, 'payer:') and (payer_email is null or starts_with(payer_email, 'claimed:'))));
create index clients_claimed on clients (claimed_by) where claimed_by is not null;
