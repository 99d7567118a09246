-- An entry keeps its postings in its own row, and balances are kept beside it as they change: a credit costs the same however long the ledger grows. Entries and order events are partitioned by month.

alter table ledger_accounts rename to former_ledger_accounts;
alter table ledger_entries rename to former_ledger_entries;
alter table ledger_lines rename to former_ledger_lines;
alter table ledger_balances rename to former_ledger_balances;
alter table order_events rename to former_order_events;
alter index ledger_entries_pkey rename to former_ledger_entries_pkey;
alter index ledger_entries_reference rename to former_ledger_entries_reference;
alter index ledger_balances_pkey rename to former_ledger_balances_pkey;
alter index order_events_pkey rename to former_order_events_pkey;

-- Which accounts may never be below zero is told by their names alone.
create function ledger_is_guarded(path text) returns boolean language sql immutable strict parallel safe as $$
  select path ~ '^(order|client):'
$$;

-- Lists of one length, each posting from one account to another, of a positive whole amount. So every entry sums to zero in each currency: what one account gives, the other gets.
create function ledger_are_postings(givers text[], takers text[], amounts numeric[], currencies text[]) returns boolean language sql immutable parallel safe as $$
  select coalesce(array_ndims(givers) = 1 and cardinality(givers) <= 1000 and bool_and(coalesce(
    giver ~ '^[a-z]+(:[A-Za-z0-9_-]+)*$' and taker ~ '^[a-z]+(:[A-Za-z0-9_-]+)*$' and giver <> taker
    -- Not a number is more than any number.
    and amount > 0 and amount < 'NaN' and amount = trunc(amount) and currency ~ '^[A-Z0-9]+$', false)), false)
  from unnest(givers, takers, amounts, currencies) as posting (giver, taker, amount, currency)
$$;

-- What must be there once for ever stays here when the month of its entry is archived.
create table ledger_keys (
  idempotency_key text primary key,
  entry_id uuid not null unique,
  reverses_entry_id uuid unique references ledger_keys (entry_id)
);

create table ledger_entries (
  -- Begins with the time it was made (UUID version 7): that is what the months are cut by.
  entry_id uuid primary key constraint ledger_entry_key references ledger_keys (entry_id),
  kind text not null,
  -- What the entry belongs to: an order's public id, a payout, a funding output.
  reference text not null,
  givers text[] not null,
  takers text[] not null,
  -- Smallest units.
  amounts numeric(38, 0)[] not null,
  currencies text[] not null,
  created_at timestamptz not null,
  constraint ledger_entry_postings check (ledger_are_postings(givers, takers, amounts, currencies))
) partition by range (entry_id);
create index ledger_entries_reference on ledger_entries (reference);

-- What orders and clients hold: one row for each, changed under its lock.
create table ledger_balances (
  path text collate "C" not null constraint ledger_guarded_by_name check (ledger_is_guarded(path)),
  currency text not null,
  balance numeric(38, 0) not null constraint ledger_balance_not_negative check (balance >= 0),
  primary key (path, currency)
) with (fillfactor = 70);

-- What the house's accounts hold, each in as many parts as there were writers at once: no writer waits for another one.
create table ledger_house_sums (
  path text collate "C" not null constraint ledger_house_by_name check (not ledger_is_guarded(path)),
  currency text not null,
  part uuid not null,
  amount numeric(38, 0) not null,
  primary key (path, currency, part)
) with (fillfactor = 70);

-- Months that were archived, and what their entries have changed: with these the sums of all entries can still be compared with the balances.
create table archived_months (
  parent text not null check (parent in ('ledger_entries', 'order_events')),
  -- Year and month in UTC, as in 2026-11.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  row_count bigint not null,
  sha256 text not null,
  archived_at timestamptz not null,
  primary key (parent, month)
);
create table ledger_archived_sums (
  month text not null,
  path text collate "C" not null,
  currency text not null,
  amount numeric(38, 0) not null,
  primary key (month, path, currency)
);

create table order_events (
  order_id uuid not null references orders,
  event_number integer not null,
  from_status text,
  to_status text not null,
  reason text not null default '',
  actor text not null,
  at timestamptz not null,
  primary key (order_id, event_number)
-- By the order's month, so that an order's history lies together.
) partition by range (order_id);

create view ledger_accounts as
  select path, currency, true as is_guarded, balance from ledger_balances
  union all
  select path, currency, false as is_guarded, sum(amount)::numeric(38, 0) as balance from ledger_house_sums group by path, currency;

create view ledger_lines as
  select entry_id, kind, reference, created_at, line.line_number, line.path, line.currency, line.amount
  from ledger_entries cross join lateral (
    select (2 * number - 1)::integer as line_number, giver as path, currency, -amount as amount
    from unnest(givers, currencies, amounts) with ordinality as given (giver, currency, amount, number)
    union all
    select (2 * number)::integer, taker, currency, amount
    from unnest(takers, currencies, amounts) with ordinality as taken (taker, currency, amount, number)
  ) as line;

-- The least UUID of version 7 that can be made in a month.
create function month_start_id(month date) returns uuid language sql immutable strict parallel safe as $$
  select (lpad(to_hex((extract(epoch from month::timestamp at time zone 'UTC') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Opens the partitions of a month; called by the owner's rights, as the server may make no tables. False where rows of the month lie in the default partition: they stay there.
create function open_month(day date) returns boolean language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s' as $$
declare
  first date := date_trunc('month', day)::date;
  lower_id uuid := month_start_id(first);
  upper_id uuid := month_start_id((first + interval '1 month')::date);
  divided record;
  partition_name text;
  is_taken boolean;
  is_open boolean := true;
begin
  for divided in select * from (values ('ledger_entries', 'entry_id'), ('order_events', 'order_id')) as known (parent, key) loop
    partition_name := divided.parent || to_char(first, '_YYYY_MM');
    continue when to_regclass(partition_name) is not null;
    -- Two servers that start together: the second one waits here, and looks again.
    lock table archived_months in share row exclusive mode;
    continue when to_regclass(partition_name) is not null
      or exists (select from archived_months where parent = divided.parent and month = to_char(first, 'YYYY-MM'));
    execute format('select exists (select from %I where %I >= $1 and %2$I < $2)', divided.parent || '_default', divided.key)
      into is_taken using lower_id, upper_id;
    if is_taken then
      is_open := false;
      continue;
    end if;
    execute format('create table %I (like %I including defaults including constraints)', partition_name, divided.parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', divided.parent, partition_name, lower_id, upper_id);
    if divided.parent = 'ledger_entries' then
      execute format('create trigger ledger_entries_no_truncate before truncate on %I execute function ledger_refuse_change()', partition_name);
    end if;
  end loop;
  return is_open;
end $$;

create table ledger_entries_default partition of ledger_entries default;
create table order_events_default partition of order_events default;

do $$
declare
  first timestamptz := coalesce((select min(at) from (select min(created_at) as at from former_ledger_entries union all select min(created_at) from orders) as made), now());
begin
  perform open_month(month::date)
  from generate_series(date_trunc('month', least(first, now()) at time zone 'UTC'), date_trunc('month', now() at time zone 'UTC') + interval '2 months', interval '1 month') as month
  -- A clock that was wrong once is no reason for thousands of tables.
  where month > now() at time zone 'UTC' - interval '20 years';
end $$;

-- What was written until now, entry by entry as it was.
insert into ledger_keys (idempotency_key, entry_id, reverses_entry_id)
  select idempotency_key, entry_id, reverses_entry_id from former_ledger_entries;
insert into ledger_entries (entry_id, kind, reference, givers, takers, amounts, currencies, created_at)
  select entry.entry_id, entry.kind, entry.reference, posting.givers, posting.takers, posting.amounts, posting.currencies, entry.created_at
  from former_ledger_entries entry left join (
    -- The writer put the lines of a posting in pairs, the giver first.
    select line.entry_id,
      array_agg(account.path order by line_number) filter (where line_number % 2 = 1) as givers,
      array_agg(account.path order by line_number) filter (where line_number % 2 = 0) as takers,
      array_agg(amount order by line_number) filter (where line_number % 2 = 0) as amounts,
      array_agg(line.currency order by line_number) filter (where line_number % 2 = 0) as currencies
    from former_ledger_lines line join former_ledger_accounts account using (account_id)
    group by line.entry_id
  ) posting using (entry_id)
  order by entry.entry_id;
insert into ledger_balances (path, currency, balance)
  select path, currency, balance from former_ledger_balances join former_ledger_accounts using (account_id);
insert into ledger_house_sums (path, currency, part, amount)
  select path, account.currency, gen_random_uuid(), sum(amount)
  from former_ledger_lines line join former_ledger_accounts account using (account_id)
  where not is_guarded group by path, account.currency;
insert into order_events select * from former_order_events;

do $$
declare
  broken record;
begin
  -- Line by line: the same account, currency and amount at the same place of the same entry.
  select coalesce(former.entry_id, made.entry_id) as entry_id into broken
  from (
    select entry_id, line_number, path, line.currency, amount
    from former_ledger_lines line join former_ledger_accounts using (account_id)
  ) former full join ledger_lines made using (entry_id, line_number)
  where (former.path, former.currency, former.amount) is distinct from (made.path, made.currency, made.amount) limit 1;
  if found then
    raise exception 'the ledger entry % has lines that are no pairs of a giver and a taker; nothing was changed', broken.entry_id;
  end if;
  -- Sum by sum: former lines, former balances, entries and balances of now.
  select path, currency, former.amount as former, made.amount as made, kept.balance as kept into broken
  from (
    select path, account.currency, sum(amount) as amount
    from former_ledger_lines line join former_ledger_accounts account using (account_id) group by 1, 2
  ) former
    full join (select path, currency, sum(amount) as amount from ledger_lines group by 1, 2) made using (path, currency)
    full join ledger_accounts kept using (path, currency)
  where coalesce(former.amount, 0) <> coalesce(made.amount, 0) or coalesce(made.amount, 0) <> coalesce(kept.balance, 0) limit 1;
  if found then
    raise exception 'the sum of % % was %, its entries give % and its balance is %; nothing was changed',
      broken.path, broken.currency, broken.former, broken.made, broken.kept;
  end if;
  if (select count(*) from former_ledger_entries) <> (select count(*) from ledger_entries)
    or (select count(*) from former_order_events) <> (select count(*) from order_events) then
    raise exception 'entries or order events would be lost; nothing was changed';
  end if;
end $$;

drop table former_ledger_lines, former_ledger_balances, former_ledger_entries, former_ledger_accounts, former_order_events;
drop function ledger_check_lines, ledger_check_entry, ledger_check_balance;

-- Balances follow from entries, for whoever writes them, at once and in one order of accounts, so that two writers never wait for each other in a circle.
create function ledger_apply_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
begin
  for change in
    select path, currency, sum(amount) as amount from (
      select giver as path, currency, -amount as amount from unnest(new.givers, new.currencies, new.amounts) as given (giver, currency, amount)
      union all
      select taker, currency, amount from unnest(new.takers, new.currencies, new.amounts) as taken (taker, currency, amount)
    ) moved group by path, currency having sum(amount) <> 0 order by path collate "C", currency collate "C"
  loop
    if ledger_is_guarded(change.path) then
      update ledger_balances set balance = balance + change.amount where path = change.path and currency = change.currency;
      if not found then
        insert into ledger_balances as kept (path, currency, balance) values (change.path, change.currency, change.amount)
        on conflict (path, currency) do update set balance = kept.balance + excluded.balance;
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
create trigger ledger_entries_apply after insert on ledger_entries for each row execute function ledger_apply_entry();

-- Balances are written by the entries' trigger and by nobody else.
create trigger ledger_balances_by_entries before insert or update or delete on ledger_balances for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change();
create trigger ledger_house_sums_by_entries before insert or update or delete on ledger_house_sums for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change();
create trigger ledger_balances_no_truncate before truncate on ledger_balances execute function ledger_refuse_change();
create trigger ledger_house_sums_no_truncate before truncate on ledger_house_sums execute function ledger_refuse_change();

create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function ledger_refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries execute function ledger_refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries_default execute function ledger_refuse_change();
create trigger ledger_keys_append_only before update or delete on ledger_keys for each row execute function ledger_refuse_change();
create trigger ledger_keys_no_truncate before truncate on ledger_keys execute function ledger_refuse_change();
