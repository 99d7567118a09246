-- What people write to support from the widget, so that it reaches the operator where there is no mail program.
create table support_cases (
  case_id uuid primary key,
  -- For people: drawn, so that it tells no volume.
  number text not null unique check (number ~ '^S[0-9]{8}$'),
  client_id uuid references clients,
  order_id uuid references orders,
  email text not null,
  language text not null,
  message text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by text not null default ''
);
create index support_cases_open on support_cases (created_at) where closed_at is null;
create index support_cases_client on support_cases (client_id) where client_id is not null;
create index support_cases_order on support_cases (order_id) where order_id is not null;
