-- After a restore webhooks would go to an address that their partner has replaced since the copy: they wait as well. What
-- the security log calls replaced waits for a person, whatever log is given later.
alter table partners
  add column payee_hold text not null default '' check (payee_hold in ('', 'restored', 'replaced')),
  add column webhook_hold text not null default '' check (webhook_hold in ('', 'restored', 'replaced'));
update partners set payee_hold = 'restored' where not is_payee_confirmed;
alter table partners drop column is_payee_confirmed;
comment on column partners.payee_hold is 'Since a restore, until a person or the security log says who is paid: nothing is paid to it.';
comment on column partners.webhook_hold is 'Since a restore, until a person or the security log says where they go: its webhooks wait.';
