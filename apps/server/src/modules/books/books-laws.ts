import { finalStatuses } from '@causeway/domain/orders/order-status';
import { paths } from '../../ledger/paths.ts';
import { sql, type RawBuilder } from 'kysely';
import { notArchived } from './months.ts';

/**
 * How far back a law checks where its rows are many: the least id that a row of then could have, as ids begin with
 * their time.
 */
export type Since = RawBuilder<string>;

/** Since which entry as much of a deposit is lost as now: it left, was paid again in part, or its payer left. */
const lossKey = sql<string>`(
  select idempotency_key from ledger_keys
  where idempotency_key = 'deposit_lost:' || lost.deposit_id || ':' || lost.turns
    or reverses_entry_id = any(array(
      select entry_id from ledger_keys before, unnest(array['', ':0']) as part
      where before.idempotency_key = 'proceeds_held:deposit:' || lost.deposit_id || ':' || lost.turns - 2 || part
    ))
    or idempotency_key = any(array(
      select 'deposit_lost:' || by_deposit_id || ':' || number
      from deposit_settlements settled join deposits payer on payer.deposit_id = by_deposit_id,
        generate_series(1, payer.turns) as number
      where lost_deposit_id = lost.deposit_id and is_undone
    ))
  order by place desc limit 1
)`;

/** Names of what a loss holds, as `nameHolds` has them. */
const holdsOf = (key: RawBuilder<unknown>) => sql`array[${key}, ${key} || ':back', ${key} || ':unclaimed']`;

/** The same of a deposit: what a person has decided about keeps the name of an earlier turn. */
const depositHolds = (ending: string) => sql`array(
  select hold.idempotency_key from generate_series(1, lost.turns) as turn
    cross join unnest(${holdsOf(sql`'proceeds_held:deposit:' || lost.deposit_id || ':' || turn || ${ending}::text`)}) as name
    join ledger_keys hold on hold.idempotency_key = name
  where not exists (select from ledger_keys back where back.reverses_entry_id = hold.entry_id)
)`;

/** What was held for a loss at once, and of what came back or free while it was followed. */
const heldUnder = (names: RawBuilder<unknown>) => sql`(
  select coalesce(sum(amounts[1]), 0) as amount from ledger_keys join ledger_entries using (entry_id)
  where idempotency_key = any(${names})
)`;

/** What an account had when its payment was lost: nothing where it never had an operation. */
const hadThen = (path: RawBuilder<unknown>, currency: RawBuilder<unknown>) => sql`coalesce((
  select had.balance from balance_operations had left join ledger_keys moved using (entry_id)
  where had.path = ${path} and had.currency = ${currency} and coalesce(moved.place, 0) < loss.place
  order by had.place desc limit 1
), 0)`;

/**
 * What must always hold of the books, each as a query for what breaks it. Run each minute for recent rows, and for all
 * rows after each test that has a database.
 */
export const booksLaws = {
  'all accounts together are zero': () => sql`
    select currency as subject, 'all accounts together are ' || sum(balance) as fault
    from ledger_accounts group by currency having sum(balance) <> 0`,

  'an order that has ended holds nothing but what is on its way back': () => sql`
    select orders.nice_id as subject, 'ended as ' || status || ' and holds ' || kept.balance || ' ' || kept.currency as fault
    from (
      select substr(path, length('order:') + 1) as nice_id, currency, balance
      from ledger_balances where balance > 0 and path like 'order:%'
    ) kept join orders using (nice_id)
    where status = any(${[...finalStatuses]}::text[]) and kept.balance > order_on_its_way_back(order_id, kept.currency)`,

  'an order that is made of a transfer waits for no other money': () => sql`
    select nice_id as subject, 'is ' || orders.status || ', and the transfer it is made of is not to be credited' as fault
    from orders join lateral (
      select bool_or(bank_transfers.status = 'matched') as is_there from bank_transfers
      where bank_transfers.order_id = orders.order_id
    ) own on not own.is_there
    where orders.status not in ('processing', 'finished', 'error', 'expired', 'refunded', 'canceled')
      and not exists (select from bank_requisites where bank_requisites.order_id = orders.order_id)`,

  'an order is given what it was sold': (since) => sql`
    select orders.nice_id as subject,
      'was sold ' || orders.payout_amount || ' and given ' || given.amount || ' ' || payout_currency as fault
    from (
      select reference as nice_id, currency, sum(amount) as amount from ledger_lines
      where entry_id >= ${since} and kind = 'conversion' and path like 'order:%' and amount > 0
      group by reference, currency
    ) given join orders using (nice_id)
    where currency = payout_currency and currency <> payin_currency and given.amount <> payout_amount`,

  'no pay-out is above its price, nor above its lock where that was taken': (since) => sql`
    select subject, fault from (
      select orders.nice_id as subject, orders.is_floating_rate,
        (orders.pricing ->> 'payinAmount')::numeric as payin, (orders.pricing ->> 'payoutAmount')::numeric as payout,
        (orders.pricing ->> 'exchanged')::numeric as exchanged,
        (orders.pricing #>> '{rate,numerator}')::numeric as numerator,
        (orders.pricing #>> '{rate,denominator}')::numeric as denominator,
        (quotes.pricing ->> 'payinAmount')::numeric as locked_payin,
        (quotes.pricing ->> 'payoutAmount')::numeric as locked_payout,
        orders.pricing ->> 'ratedAt' = quotes.pricing ->> 'ratedAt' as is_at_lock
      from ledger_entries join orders on orders.nice_id = reference join quotes using (quote_id)
      where entry_id >= ${since} and kind = 'conversion'
    ) priced, lateral (
      -- A unit of the pay-in is what rounding may take at most.
      select 'pays out more than what it exchanged buys' as fault where payout * numerator > exchanged * denominator
      union all
      select 'pays out more than its lock'
      where not is_floating_rate and is_at_lock and payin <= locked_payin
        and payout * locked_payin > locked_payout * payin + locked_payin
    ) found`,

  'an order is paid out once, and no more than it was sold': (since) => sql`
    select orders.nice_id as subject, 'is paid out ' || paid.amount || ' in ' || paid.count || ' pay-outs' as fault
    from (
      select order_id from payouts where payout_id >= ${since}
      union select order_id from bank_payouts where payout_id >= ${since}
      union select order_id from card_payouts where payout_id >= ${since}
    ) recent join orders using (order_id) cross join lateral (
      select sum(amount) as amount, count(*) as count from (
        select amount from payouts where order_id = recent.order_id and status not in ('planned', 'held', 'stopped', 'failed')
        union all
        select amount from bank_payouts where order_id = recent.order_id and status in ('sent', 'settled')
        union all
        select amount from card_payouts where order_id = recent.order_id and status in ('sending', 'pending', 'paid')
      ) each
    ) paid
    where paid.count > 1 or paid.amount > orders.payout_amount`,

  'what an order or a client was given from outside has come in for them': (since) => sql`
    select entry.reference as subject, entry.kind || ' gives ' || entry.given || ', and ' || coalesce(came.amount, 0) || ' came' as fault
    from (
      select entry_id, reference, kind, idempotency_key, sum(amount) as given
      from ledger_entries join ledger_keys using (entry_id)
        cross join lateral unnest(givers, takers, amounts) as posting (giver, taker, amount)
      where entry_id >= ${since} and taker ~ '^(order|client|held|unplaced|waiting):'
        and kind in ('card_payin', 'bank_payin', 'crypto_payin', 'crypto_other_currency', 'balance_deposit', 'small_deposit')
      group by 1, 2, 3, 4
    ) entry left join lateral (
      select amount from card_payments
      where kind = 'card_payin' and payment_id = split_part(idempotency_key, ':', 2)::uuid
      union all
      select amount from bank_transfers
      where kind = 'bank_payin' and transfer_id = split_part(idempotency_key, ':', 2)::uuid
      union all
      select amount from deposits
      where kind in ('crypto_payin', 'crypto_other_currency', 'balance_deposit', 'small_deposit') and deposits.deposit_id = split_part(idempotency_key, ':', 2)::uuid
        and status in ('credited', 'settled', 'lost')
    ) came on true
    where entry.given > coalesce(came.amount, 0)`,

  'a deposit is booked once while it is there, and not when it is lost': (since) => sql`
    select txid || ':' || output_index as subject,
      status || ' deposit of ' || deposit.amount || ' ' || deposit.currency || ' is booked with ' || coalesce(booked.amount, 0) as fault
    from deposits deposit left join lateral (
      select sum(case when giver like 'world:chain:%' then posting.amount when taker like 'world:chain:%' then -posting.amount else 0 end) as amount
      from ledger_keys join ledger_entries using (entry_id)
        cross join lateral unnest(givers, takers, amounts) as posting (giver, taker, amount)
      where idempotency_key in (
        select 'crypto_payin:' || deposit.deposit_id
        union all select 'crypto_payin:' || deposit.deposit_id || ':' || number from generate_series(1, deposit.turns) as number
        union all select 'deposit_' || turn || ':' || deposit.deposit_id || ':' || number
          from generate_series(1, deposit.turns) as number, unnest(array['lost', 'regained']) as turn
        union all select 'deposit_paid_again:' || lost.deposit_id || ':' || number || ':' || deposit.deposit_id
          from deposits lost, generate_series(1, lost.turns) as number
          where lost.turns > 0 and (lost.address_id = deposit.address_id or lost.client_id = deposit.client_id)
      )
    ) booked on true
    where address_id is not null and status in ('credited', 'settled', 'lost')
      and (status in ('credited', 'lost') or deposit_id >= ${since}) and deposit_id >= ${notArchived}
      and coalesce(booked.amount, 0) <> case when status = 'lost' then 0 else deposit.amount end`,

  'nothing that hangs on a lost payment can be spent': (since) => sql`
    select lost.nice_id as subject, 'its payment is lost, and ' || given.amount || ' ' || given.currency || ' of it are not held' as fault
    from (
      select lost.order_id, nice_id, payin_amount,
        -- What went to the balance as a surplus is held there by itself.
        amount - loss_settled - coalesce((
          select sum(refunds.amount) from refunds
          where refunds.order_id = lost.order_id and source_key like 'crypto_payin:' || deposit_id || '%'
        ), 0) as amount,
        ${depositHolds('')} as holds, ${lossKey} as loss_key
      from deposits lost join orders using (order_id)
      where lost.status = 'lost' and loss_settled < amount and currency = payin_currency
        -- Where its money has become something else on the balance, that is held instead.
        and not exists (select from ledger_keys where idempotency_key = 'proceeds_held:deposit:' || deposit_id || ':' || turns || ':0')
      union all
      select card_payments.order_id, nice_id, payin_amount, amount,
        ${holdsOf(sql`'proceeds_held:payment:' || turn`)}, 'card_taken_back:' || turn
      from card_payments join orders using (order_id)
        cross join lateral (select payment_id || case when turns > 0 then ':turn' || turns else '' end as turn) named
      where card_payments.status = 'charged_back' and credited_at is not null
      union all
      select order_id, nice_id, payin_amount,
        taken.amounts[1] - coalesce((
          select sum(refunds.amount) from refunds where refunds.order_id = orders.order_id and method = 'balance'
            and source_key = 'bank_payin:' || split_part(back.idempotency_key, ':', 2)
        ), 0),
        ${holdsOf(sql`'proceeds_held:transfer:' || substr(back.idempotency_key, length('bank_taken_back:') + 1)`)},
        back.idempotency_key
      from ledger_keys back join ledger_entries taken using (entry_id) join orders on nice_id = taken.reference
      where back.idempotency_key like 'bank_taken_back:%' and taken.givers[1] = ${paths.chargebackLoss}
        and back.entry_id >= ${since}
    ) lost
      join ledger_keys loss on loss.idempotency_key = loss_key and loss.entry_id >= ${since}
      -- A payout that came back before that is on the balance as well, but for what was paid after all.
      join ledger_keys paid on paid.place < loss.place and paid.idempotency_key = coalesce((
        select 'refund:' || refund_id from refunds
        where refunds.order_id = lost.order_id and reason = 'payout_returned' and method = 'balance' order by created_at limit 1
      ), 'balance_payout:' || order_id)
      join ledger_entries payout on payout.entry_id = paid.entry_id
      cross join lateral (
        select payout.takers[1] as path, payout.currencies[1] as currency,
          trunc((payout.amounts[1] + coalesce((
            select sum(case when taker = 'order:' || nice_id then part.amount when kind = 'card_payout_again' and giver <> 'treasury' then -part.amount end)
            from ledger_entries join ledger_keys turn using (entry_id), unnest(givers, takers, amounts) as part (giver, taker, amount)
            where reference = nice_id and kind in ('card_payout_return', 'card_payout_again') and turn.place > paid.place and turn.place < loss.place
          ), 0)) * greatest(least(lost.amount, payin_amount), 0) / greatest(payin_amount, 1)) as amount
      ) given
      cross join lateral ${heldUnder(sql`holds`)} hold
    where given.path like 'client:%' and hold.amount < least(given.amount, ${hadThen(sql`given.path`, sql`given.currency`)})`,

  'what a client reads of its balance sums to it': (since) => sql`
    select path as subject, 'has ' || coalesce(kept.balance, 0) || ', and its operations give ' || said.amount || ' ' || currency as fault
    from (
      select path, currency, sum(amount) as amount from balance_operations
      where path in (select path from ledger_lines where entry_id >= ${since} and path like 'client:%')
      group by path, currency
    ) said left join ledger_balances kept using (path, currency)
    where coalesce(kept.balance, 0) <> said.amount`,

  'no more goes back than came': (since) => sql`
    select orders.nice_id as subject, refunds.amount || ' goes back of ' || received_money.amount || ' ' || refunds.currency as fault
    from refunds join received_money on money_key = source_key join orders on orders.order_id = refunds.order_id
    where refund_id >= ${since}
      and (refunds.amount > received_money.amount or refunds.currency <> received_money.currency or refunds.order_id <> received_money.order_id)`,

  'what waits and what is held is there, and no chain gave more than it has': () => sql`
    select path as subject, 'has ' || sum(amount) || ' ' || currency as fault from ledger_house_sums
    where path ~ '^(held|unplaced|waiting|world:chain):' group by path, currency
    having case when path like 'world:%' then sum(amount) > 0 else sum(amount) < 0 end`,

  'what waits for a partner is what its fees say': () => sql`
    select coalesce(kept.path, said.path) as subject,
      'has ' || coalesce(kept.amount, 0) || ', and its fees are ' || coalesce(said.amount, 0) || ' ' || currency as fault
    from (
      select path, currency, sum(amount) as amount from ledger_house_sums
      where path like 'partner:%:pending' group by path, currency
    ) kept full join (
      select 'partner:' || partner_key || ':pending' as path, currency, sum(amount - lost - released) as amount
      from partner_fees where status <> 'canceled' group by partner_key, currency
    ) said using (path, currency)
    where coalesce(kept.amount, 0) <> coalesce(said.amount, 0)`,

  'no deposit address has two owners': (since) => sql`
    select address as subject, 'has ' || count(distinct coalesce(order_id, client_id)) || ' owners' as fault
    from deposit_addresses where address in (select address from deposit_addresses where address_id >= ${since})
    group by address having count(distinct coalesce(order_id, client_id)) > 1`,

  'no address is both given out and forgotten': () => sql`
    select given.address as subject, 'of ' || given.chain || ' was given out and is kept as forgotten' as fault
    from forgotten_addresses join deposit_addresses given using (chain, key_index)`,

  'nothing of a lost deposit of a client can be spent': (since) => sql`
    select lost.txid || ':' || lost.output_index as subject,
      'is lost, and of ' || lost.amount - lost.loss_settled || ' ' || lost.currency || ' are held ' || hold.amount as fault
    from deposits lost join clients using (client_id) join ledger_keys loss
      on loss.idempotency_key = ${lossKey} and loss.entry_id >= ${since} cross join lateral ${heldUnder(depositHolds(':0'))} hold
    where lost.status = 'lost' and hold.amount < least(lost.amount - lost.loss_settled,
      ${hadThen(sql`'client:' || clients.nice_id`, sql`lost.currency`)})`,

  'a lost deposit of a client is paid before its next ones come to its balance': (since) => sql`
    select lost.txid || ':' || lost.output_index as subject,
      'is lost, and ' || next.txid || ' came to the balance and did not pay for it' as fault
    from deposits lost join ledger_keys loss on loss.idempotency_key = ${lossKey}
      join deposits next on next.client_id = lost.client_id and next.currency = lost.currency
      join ledger_entries given on given.reference = next.deposit_id::text join ledger_keys own on own.entry_id = given.entry_id
    where lost.status = 'lost' and lost.loss_settled < lost.amount and given.entry_id >= ${since}
      and given.kind in ('balance_deposit', 'small_deposit') and own.place > loss.place`,

  'no money lies out of reach of its client': () => sql`
    select path as subject, 'has ' || balance || ' ' || currency || ', and its account is closed or its payer erased' as fault
    from ledger_accounts join clients on nice_id = split_part(path, ':', 2) and not is_reachable
    where path ~ '^(client|held|waiting):' and balance <> 0`,

  'what clients have earned by others is what their rewards say': () => sql`
    select coalesce(kept.path, said.path) as subject,
      'has ' || coalesce(kept.amount, 0) || ', and its rewards are ' || coalesce(said.amount, 0) || ' ' || currency as fault
    from (
      select path, currency, sum(amount) as amount from ledger_house_sums
      where path like 'referral:%' group by path, currency
    ) kept full join (
      select 'referral:' || clients.nice_id || suffix as path, 'EUR' as currency, sum(amount) as amount
      from (
        select client_id, case when status = 'pending' then ':pending' else '' end as suffix, amount
        from referral_rewards where status in ('pending', 'released')
        union all select client_id, '', -amount from referral_payouts
        union all select client_id, '', coalesce((details ->> 'ofRewards')::numeric, 0)
        from operator_actions join clients on nice_id = subject where action = 'kept_booked'
      ) earned join clients using (client_id) group by 1
    ) said using (path, currency)
    where coalesce(kept.amount, 0) <> coalesce(said.amount, 0)`,
} as const satisfies Readonly<Record<string, (since: Since) => RawBuilder<unknown>>>;
