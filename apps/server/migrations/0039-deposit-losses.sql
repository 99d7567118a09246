-- A lost deposit remembers who bears it, and how much of that was paid again.
alter table deposits
  -- house: the loss stands on expense:lost-deposit. order: nothing was signed, and the order gave it back.
  add column loss_borne_by text not null default '' check (loss_borne_by in ('', 'house', 'order')),
  add column loss_settled numeric(38, 0) not null default 0 check (loss_settled between 0 and amount);
create index deposits_lost on deposits (order_id) where status = 'lost';
