-- Orders whose payment is awaited outside are few of one client and of one network, so each says where it was asked for while it is open.

alter table orders
  -- Keyed hash of the network; empty once the order has moved on, and where the outside has nothing to wait for.
  add column asked_from text not null default '';
create index orders_awaited_of_client on orders (client_id) where asked_from <> '';
create index orders_awaited_of_network on orders (asked_from) where asked_from <> '';
