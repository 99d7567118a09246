-- How far the comparison of older orders with the firms outside has come; it goes round for ever.
create table reconciliation_cursors (
  name text primary key,
  -- The last order that was compared.
  order_id uuid not null
);
