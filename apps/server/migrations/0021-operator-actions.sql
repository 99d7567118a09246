-- What a person decided about money that no rule could place: who, what, about what, and when. Never changed.
create table operator_actions (
  action_id uuid primary key,
  operator text not null check (operator <> ''),
  action text not null,
  -- A transfer's or an order's number.
  subject text not null,
  details jsonb not null,
  at timestamptz not null
);
create index operator_actions_subject on operator_actions (subject);
create trigger operator_actions_append_only before update or delete on operator_actions for each row execute function ledger_refuse_change();
create trigger operator_actions_no_truncate before truncate on operator_actions execute function ledger_refuse_change();
