-- A merchant's payer whose address nobody has confirmed: the orders belong to the address, until an account confirms it.
alter table clients
  -- Set for such a payer alone, who is no account: `email` is then no address, so that nobody signs in and the address stays free.
  add column payer_email text unique;

-- Those who never chose a password and never confirmed were made by a merchant's order.
update clients set payer_email = email, email = 'payer:' || client_id
where password_hash = '' and email_confirmed_at is null and deleted_at is null
  and not exists (select from client_identities identity where identity.client_id = clients.client_id);
