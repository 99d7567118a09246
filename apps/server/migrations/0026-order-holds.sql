-- An order whose money is here but whose conversion a person must allow: too large, or at a price far from the day's.
create table order_holds (
  order_id uuid primary key references orders,
  reason text not null check (reason in ('price', 'amount')),
  details jsonb not null,
  -- The price at which it is exchanged once it is allowed, and what goes back then.
  pricing jsonb not null,
  surplus numeric(38, 0) not null check (surplus >= 0),
  held_at timestamptz not null,
  decision text check (decision in ('exchanged', 'given_back', 'taken_back')),
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null))
);
create index order_holds_open on order_holds (held_at) where decision is null;
