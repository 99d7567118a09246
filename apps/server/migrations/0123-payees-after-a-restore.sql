-- A restore forgets that an operator has named another payee of a partner: a person confirms each one first.
alter table partners add column is_payee_confirmed boolean not null default true;
comment on column partners.is_payee_confirmed is 'Not since a restore, until partners set --client names one: nothing is paid to it.';
