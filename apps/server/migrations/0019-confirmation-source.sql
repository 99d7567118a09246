-- Where the code that approves an order comes from: a letter, or the authenticator of a client who has one.
alter table order_confirmations
  add column code_from text not null default 'email' check (code_from in ('email', 'authenticator'));
