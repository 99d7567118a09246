import { type ClientLevel, clientLevels, isLevelAtLeast } from '@causeway/domain/clients/client-level';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { ReferralRewards } from '../../database/types.generated.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { randomCode } from '../../random-bytes.ts';
import { type QuoteRecord, quoteRecord } from '../pricing/quote-record.ts';
import { type ReferralRule, listRules } from '../referrals/attach-referrer.ts';
import { type Level, levels, rewardOf } from './rules.ts';
import { readReferralSettings } from './settings.ts';
import { type CancelTools, cancelReward, rewardPostings } from './reward-row.ts';

/**
 * Rewards the clients above the one whose order is finished, in the caller's transaction, once for each level. What
 * was bought at a merchant under an e-mail address says nothing of its owner, and earns nothing.
 */
export async function creditRewards(
  context: Pick<AppContext, 'clock' | 'random'>,
  trx: Executor,
  orderId: string,
): Promise<void> {
  const order = await findReferredOrder(trx, orderId);
  const settings = order && (await readReferralSettings(trx));
  if (order === undefined || settings === undefined) return;
  const people = [order.clientId, order.first, order.second] as const;
  for (const level of levels) {
    const earner = people[level];
    if (earner === null) continue;
    const refusedBy = await findRefusal(trx, people, level);
    await creditReward(context, trx, { order, level, earner, refusedBy, percent: settings.percents[level] });
  }
}

const referredOrder = z.object({
  orderId: z.string(),
  clientId: z.string(),
  pricing: quoteRecord,
  first: z.string(),
  second: z.string().nullable(),
  /** Whether the registrations named a device: of the client, and of the first above. */
  isDeviceKnown: z.boolean(),
  isFirstDeviceKnown: z.boolean().nullable(),
});
type ReferredOrder = z.output<typeof referredOrder>;

/** The order with who earns by it: whose account is closed earns nothing, who is above that one still does. */
async function findReferredOrder(trx: Executor, orderId: string): Promise<ReferredOrder | undefined> {
  const { rows } = await sql`
    select orders.order_id, orders.client_id, orders.pricing, below.referrer_id as first, above.referrer_id as second,
      below.is_device_known, above.is_device_known as is_first_device_known
    from orders
      join referrals below on below.client_id = orders.client_id and below.refused_by = ''
      left join referrals above on above.client_id = below.referrer_id and above.refused_by = ''
    where orders.order_id = ${orderId}::uuid and not orders.is_merchant
  `.execute(trx);
  return rows[0] === undefined ? undefined : referredOrder.parse(rows[0]);
}

/** The client of the order and those above, from the nearest. */
type People = readonly [client: string, first: string, second: string | null];

/** The rule by which a level earns nothing: one person may be behind several of these accounts. */
async function findRefusal(trx: Executor, people: People, level: Level): Promise<ReferralRule | ''> {
  const [client, first, second] = people;
  const rules = await listRules(trx);
  if (level === 1) return rules.has('own_person') && (await isSamePerson(trx, client, first)) ? 'own_person' : '';
  if (second === null) return '';
  if (rules.has('circle') && (second === client || (await isSamePerson(trx, client, second)))) return 'circle';
  return rules.has('own_person') && (await isSamePerson(trx, first, second)) ? 'own_person' : '';
}

type JudgedReward = Pick<Selectable<ReferralRewards>, 'orderId' | 'level' | 'clientId' | 'amount' | 'createdAt'>;

/**
 * What the rules say by now of a reward that was given: the rule by which it earns nothing, empty for none, or
 * `unknown` while nothing shows that its earner is another person than who was brought. Devices name themselves, so
 * two of them show that for a small amount a month alone.
 */
export async function judgeReward(trx: Executor, reward: JudgedReward): Promise<ReferralRule | '' | 'unknown'> {
  const { orderId, level } = reward;
  const order = await findReferredOrder(trx, orderId);
  if (order === undefined) return '';
  const people: People = [order.clientId, order.first, order.second];
  const refusedBy = await findRefusal(trx, people, level === 1 ? 1 : 2);
  if (refusedBy !== '') return refusedBy;
  const areDevicesKnown = order.isDeviceKnown && (level === 1 || order.isFirstDeviceKnown === true);
  if (!(await listRules(trx)).has('own_device')) return '';
  const concerned = people.slice(0, level + 1).filter((one) => one !== null);
  const verified = await verifiedClients(trx)
    .select('clients.clientId')
    .where('clients.clientId', 'in', concerned)
    .execute();
  if (verified.length === concerned.length) return '';
  return areDevicesKnown && (await isSmall(trx, reward)) ? '' : 'unknown';
}

/** Whether what an earner got in the month of a reward for clients who are not verified stays small with it. */
async function isSmall(trx: Executor, { orderId, level, clientId, amount, createdAt }: JudgedReward): Promise<boolean> {
  const { rows } = await sql`
    select coalesce(sum(amount), 0)::text as released
    from referral_rewards join orders using (order_id)
    where referral_rewards.client_id = ${clientId}::uuid and referral_rewards.status = 'released'
      and (order_id, level) <> (${orderId}::uuid, ${level}::smallint)
      and date_trunc('month', referral_rewards.created_at at time zone 'UTC')
        = date_trunc('month', ${createdAt}::timestamptz at time zone 'UTC')
      and orders.client_id not in (${verifiedClients(trx).select('clients.clientId')})
  `.execute(trx);
  const { released } = z.object({ released: z.coerce.bigint() }).parse(rows[0]);
  return released + amount <= ((await readReferralSettings(trx))?.unverifiedMost ?? 0n);
}

const verifiedLevels: readonly ClientLevel[] = clientLevels.filter((level) => isLevelAtLeast(level, 'identity'));

/** Clients whose documents were checked, and by whose marks another account of the same person is noticed. */
export function verifiedClients(executor: Executor) {
  return executor
    .selectFrom('clients')
    .where('clients.level', 'in', verifiedLevels)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('personMarks')
          .select('personMarks.clientId')
          .whereRef('personMarks.clientId', '=', 'clients.clientId')
          .where('mark', '<>', ''),
      ),
    );
}

/** Whether two accounts were verified with the same name and birthday, or the same document. */
async function isSamePerson(trx: Executor, one: string, other: string): Promise<boolean> {
  const row = await trx
    .selectFrom('personMarks as own')
    .innerJoin('personMarks as their', (join) =>
      join.onRef('their.kind', '=', 'own.kind').onRef('their.mark', '=', 'own.mark'),
    )
    .select('own.mark')
    .where('own.clientId', '=', one)
    .where('their.clientId', '=', other)
    .where('own.mark', '<>', '')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewReward {
  order: { orderId: string; pricing: QuoteRecord };
  level: Level;
  earner: string;
  refusedBy: ReferralRule | '';
  percent: number;
}

async function creditReward(
  context: Pick<AppContext, 'clock' | 'random'>,
  trx: Executor,
  { order: { orderId, pricing }, level, earner, refusedBy, percent }: NewReward,
): Promise<void> {
  const client = await trx
    .selectFrom('clients')
    .select('niceId')
    .where('clientId', '=', earner)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (client === undefined) return;
  const { amount, feeAmount } = refusedBy === '' ? rewardOf(pricing, percent) : { amount: 0n, feeAmount: 0n };
  const now = context.clock.now();
  const niceId = `R${randomCode(context.random, 12)}`;
  const row = { orderId, level, niceId, clientId: earner, dealAmount: pricing.payinAmountEur, amount, feeAmount };
  const added = await trx
    .insertInto('referralRewards')
    .values({
      ...row,
      feeCurrency: pricing.payinCurrency,
      status: refusedBy === '' ? 'pending' : 'refused',
      refusedBy,
      createdAt: now,
      checkAt: now,
    })
    .onConflict((conflict) => conflict.columns(['orderId', 'level']).doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n || amount === 0n) return;
  await postEntry(trx, context, {
    kind: 'referral_reward',
    reference: niceId,
    idempotencyKey: `referral_reward:${orderId}:${level}`,
    postings: rewardPostings(
      { amount, feeAmount, feeCurrency: pricing.payinCurrency },
      paths.referralPending(client.niceId),
    ),
  });
}

/** Takes back what was not paid yet and a rule refuses by now, as who was verified since it was released. */
export async function cancelRefused(
  context: CancelTools,
  trx: Executor,
  { clientId, earnerNiceId }: { clientId: string; earnerNiceId: string },
): Promise<void> {
  const unpaid = await trx
    .selectFrom('referralRewards')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('status', '=', 'released')
    .where('payoutId', 'is', null)
    .orderBy('orderId')
    .orderBy('level')
    .forUpdate()
    .execute();
  for (const reward of unpaid) {
    const verdict = await judgeReward(trx, reward);
    if (verdict !== '' && verdict !== 'unknown') await cancelReward(context, trx, { ...reward, earnerNiceId });
  }
}
