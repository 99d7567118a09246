-- What a client was notified of, in the list of the cabinet: written with the e-mail of the same event, and drawn in the
-- language of its reader.
create table notifications (
  notification_id uuid primary key,
  client_id uuid not null references clients,
  template text not null,
  parameters jsonb not null,
  -- One for one event, however often it is announced.
  occasion text not null unique,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_of_client on notifications (client_id, created_at desc, notification_id desc);
create index notifications_unread on notifications (client_id) where read_at is null;
