-- A number of 8 digits for people and bank references, apart from the unguessable id. It is drawn, so that it tells no volume.
create table order_numbers (
  digits text primary key check (digits ~ '^[0-9]{8,10}$')
);

-- The last digit is Damm's check digit, as in the domain's order-number.ts.
create function damm_digit(digits text) returns integer language plpgsql immutable as $$
declare
  quasigroup constant text :=
    '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790';
  interim integer := 0;
begin
  for place in 1..length(digits) loop
    interim := substr(quasigroup, interim * 10 + substr(digits, place, 1)::integer + 1, 1)::integer;
  end loop;
  return interim;
end $$;

-- Runs with the owner's rights: a number, once drawn, is never another order's, whatever the server does.
create function draw_order_number() returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  drawn text;
  -- One digit more when the shorter ones are rarely free.
  places integer := 7;
begin
  for attempt in 1..30 loop
    if attempt > 10 then places := 8; end if;
    if attempt > 20 then places := 9; end if;
    drawn := lpad(
      (('x' || substr(replace(gen_random_uuid()::text, '-', ''), 20, 12))::bit(48)::bigint % (10 ^ places)::bigint)::text,
      places, '0');
    drawn := drawn || damm_digit(drawn)::text;
    insert into order_numbers (digits) values (drawn) on conflict do nothing;
    if found then return drawn; end if;
  end loop;
  raise exception 'No order number is free.';
end $$;

alter table orders add column number text not null unique default draw_order_number();
