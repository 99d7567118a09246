-- Lists of a client are read by the place of each row, so that the last page of a million rows costs what the first page of a thousand does; and a balance can be read as of any moment.

-- How many rows a list has, and the time of its last one; written by the lists' triggers alone.
create table list_counts (
  list text not null check (list in ('operations', 'rewards', 'payouts')),
  owner text collate "C" not null,
  rows bigint not null,
  last_at timestamptz not null,
  primary key (list, owner)
);

-- Who writes the next row of a list waits here for who writes the one before. Times never go backwards within a list, so that a range of times is a range of places.
create function next_place(wanted_list text, wanted_owner text, at timestamptz, out place bigint, out placed_at timestamptz)
language sql security definer set search_path = public, pg_temp as $$
  insert into list_counts as kept (list, owner, rows, last_at) values (wanted_list, wanted_owner, 1, at)
  on conflict (list, owner) do update set rows = kept.rows + 1, last_at = greatest(kept.last_at, excluded.last_at)
  returning kept.rows, kept.last_at
$$;
revoke execute on function next_place from public;

alter table balance_operations add column place bigint, add column balance numeric(38, 0);
comment on column balance_operations.balance is 'What the client has in this currency after it.';
alter table balance_operations disable trigger balance_operations_append_only;
update balance_operations set place = numbered.place, balance = numbered.balance
from (
  select path, created_at, entry_id, currency,
    row_number() over (partition by path order by created_at, entry_id, currency) as place,
    sum(amount) over (partition by path, currency order by created_at, entry_id) as balance
  from balance_operations
) numbered
where (balance_operations.path, balance_operations.created_at, balance_operations.entry_id, balance_operations.currency)
  = (numbered.path, numbered.created_at, numbered.entry_id, numbered.currency);
alter table balance_operations enable trigger balance_operations_append_only;
alter table balance_operations
  alter column place set not null, alter column balance set not null,
  drop constraint balance_operations_pkey, add primary key (path, place);
create index balance_operations_by_time on balance_operations (path, created_at, place);
create index balance_operations_by_kind on balance_operations (path, kind, place);
create index balance_operations_by_currency on balance_operations (path, currency, created_at, place);
insert into list_counts select 'operations', path, count(*), max(created_at) from balance_operations group by path;

-- As before; a row of a client's operations takes its place before any balance of the client is locked, so that two entries of one client never wait for each other.
create or replace function ledger_apply_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
  kept_balance numeric(38, 0);
  placed record;
begin
  for change in
    select path, currency, sum(amount) as amount from (
      select giver as path, currency, -amount as amount from unnest(new.givers, new.currencies, new.amounts) as given (giver, currency, amount)
      union all
      select taker, currency, amount from unnest(new.takers, new.currencies, new.amounts) as taken (taker, currency, amount)
    ) moved group by path, currency having sum(amount) <> 0 order by path collate "C", currency collate "C"
  loop
    if ledger_is_guarded(change.path) then
      if change.path like 'client:%' then
        placed := next_place('operations', change.path, new.created_at);
      end if;
      update ledger_balances set balance = balance + change.amount where path = change.path and currency = change.currency
      returning balance into kept_balance;
      if not found then
        insert into ledger_balances as kept (path, currency, balance) values (change.path, change.currency, change.amount)
        on conflict (path, currency) do update set balance = kept.balance + excluded.balance
        returning kept.balance into kept_balance;
      end if;
      if change.path like 'client:%' then
        insert into balance_operations (path, place, created_at, entry_id, currency, amount, balance, kind, reference)
        values (change.path, placed.place, placed.placed_at, new.entry_id, change.currency, change.amount, kept_balance, new.kind, new.reference);
      end if;
    else
      -- The first part that no other writer holds just now; a new one where all are held.
      update ledger_house_sums set amount = amount + change.amount
      where path = change.path and currency = change.currency and part = (
        select part from ledger_house_sums where path = change.path and currency = change.currency order by part limit 1 for update skip locked
      );
      if not found then
        insert into ledger_house_sums (path, currency, part, amount) values (change.path, change.currency, gen_random_uuid(), change.amount);
      end if;
    end if;
  end loop;
  return null;
end $$;

-- What a client earned and what was taken back, with what all rows so far come to.
create table referral_statement (
  client_id uuid not null references clients,
  place bigint not null,
  created_at timestamptz not null,
  nice_id text not null,
  level smallint not null,
  deal_amount numeric(38, 0) not null,
  -- Cents of EUR; below zero for what was taken back.
  reward numeric(38, 0) not null,
  -- Deals that still count, by level, and what was earned, up to this row.
  first_deals bigint not null,
  second_deals bigint not null,
  earned numeric(38, 0) not null,
  primary key (client_id, place)
);
create index referral_statement_by_time on referral_statement (client_id, created_at, place);

-- What a link has brought on a day, UTC, beside how often it was opened.
create table referral_days (
  client_id uuid not null references clients,
  day date not null,
  signups integer not null default 0,
  deals integer not null default 0,
  reward numeric(38, 0) not null default 0,
  primary key (client_id, day)
);

create function write_statement(of_client uuid, at timestamptz, row_nice_id text, row_level smallint, row_deal_amount numeric, row_reward numeric, standing integer)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  placed record;
  before referral_statement;
begin
  placed := next_place('rewards', of_client::text, at);
  select * into before from referral_statement where client_id = of_client order by place desc limit 1;
  insert into referral_statement values (of_client, placed.place, placed.placed_at, row_nice_id, row_level, row_deal_amount, row_reward,
    coalesce(before.first_deals, 0) + case when row_level = 1 then standing else 0 end,
    coalesce(before.second_deals, 0) + case when row_level = 2 then standing else 0 end,
    coalesce(before.earned, 0) + row_reward);
  insert into referral_days as kept (client_id, day, deals, reward)
  values (of_client, (placed.placed_at at time zone 'UTC')::date, greatest(standing, 0), row_reward)
  on conflict (client_id, day) do update set deals = kept.deals + excluded.deals, reward = kept.reward + excluded.reward;
end $$;
revoke execute on function write_statement from public;

create function state_reward() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform write_statement(new.client_id, new.created_at, new.nice_id, new.level, new.deal_amount, new.amount, 1);
  else
    perform write_statement(new.client_id, new.canceled_at, new.nice_id, new.level, new.deal_amount, -new.amount, -1);
  end if;
  return null;
end $$;
create function count_signup() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into referral_days as kept (client_id, day, signups) values (new.referrer_id, (new.created_at at time zone 'UTC')::date, 1)
  on conflict (client_id, day) do update set signups = kept.signups + 1;
  return null;
end $$;

do $$
declare
  past record;
begin
  for past in
    select client_id, created_at as at, nice_id, level, deal_amount, amount, 1 as standing from referral_rewards where status <> 'refused'
    union all select client_id, canceled_at, nice_id, level, deal_amount, -amount, -1 from referral_rewards where status = 'canceled'
    order by at, standing desc, nice_id
  loop
    perform write_statement(past.client_id, past.at, past.nice_id, past.level, past.deal_amount, past.amount, past.standing);
  end loop;
  insert into referral_days as kept (client_id, day, signups)
    select referrer_id, (created_at at time zone 'UTC')::date, count(*) from referrals where refused_by = '' group by 1, 2
  on conflict (client_id, day) do update set signups = excluded.signups;
end $$;

create trigger referral_rewards_stated after insert on referral_rewards for each row when (new.status <> 'refused') execute function state_reward();
create trigger referral_rewards_taken_back after update on referral_rewards for each row
  when (old.status <> 'canceled' and new.status = 'canceled') execute function state_reward();
create trigger referrals_counted after insert on referrals for each row when (new.refused_by = '') execute function count_signup();

-- What was given up was not paid, and has no place among what was.
alter table referral_payouts add column place bigint;
update referral_payouts set place = numbered.place from (
  select payout_id, row_number() over (partition by client_id order by created_at, nice_id) as place from referral_payouts where status = 'finished'
) numbered where referral_payouts.payout_id = numbered.payout_id;
insert into list_counts select 'payouts', client_id::text, count(*), max(created_at) from referral_payouts where status = 'finished' group by client_id;
alter table referral_payouts add constraint referral_payouts_placed check ((place is not null) = (status = 'finished'));
create unique index referral_payouts_by_place on referral_payouts (client_id, place) where place is not null;
create function place_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select place into new.place from next_place('payouts', new.client_id::text, new.created_at);
  return new;
end $$;
create trigger referral_payouts_get_place before insert on referral_payouts for each row when (new.status = 'finished') execute function place_payout();

-- Pages of orders go on where the one before ended, by these keys alone.
drop index orders_client;
create index orders_client on orders (client_id, created_at desc, order_id desc);
drop index orders_partner;
create index orders_partner on orders (partner_key, created_at desc, order_id desc) where partner_key is not null;
