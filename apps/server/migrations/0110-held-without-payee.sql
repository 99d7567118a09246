-- An order that pays a partner whose account was taken away meanwhile waits for a person with its money.
alter table order_holds
  drop constraint order_holds_reason_check,
  add constraint order_holds_reason_check check (reason in ('price', 'amount', 'payee'));
