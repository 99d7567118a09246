import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { getAffiliateConfig } from '@causeway/contract/calls/get-affiliate-config';
import { listAffiliatePayouts } from '@causeway/contract/calls/list-affiliate-payouts';
import { listAffiliateRewards } from '@causeway/contract/calls/list-affiliate-rewards';
import { listAffiliateStatistics } from '@causeway/contract/calls/list-affiliate-statistics';
import type { AnswerOf } from '@causeway/contract/define-call';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { rewardCurrency as currency } from '../referral-rewards/reward-row.ts';
import { readReferralSettings } from '../referral-rewards/settings.ts';
import { openReferralCode } from '../referrals/referral-code.ts';
import { startOfDay } from '../transactions/order-filter.ts';
import { countStatistics, readPayouts, readRewards, readTotals, selectStatistics } from './store.ts';

const weekMs = 7 * 24 * 3600 * 1000;

/** C-50 to C-53. */
export function affiliateRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  bindCall(app, context, getAffiliateConfig, async ({ identify }) =>
    describeProgramme(context, clientIdOf(await identify())),
  );

  bindCall(app, context, listAffiliateStatistics, async ({ request, identify }) => {
    const clientId = clientIdOf(await identify());
    const range = rangeOf(request);
    const [rows, recordsTotal] = await Promise.all([
      selectStatistics(db, clientId, range, pageOf(request)),
      countStatistics(db, clientId, range),
    ]);
    return { data: rows.map((row) => ({ ...row, reward: show(row.reward), currency })), recordsTotal };
  });

  bindCall(app, context, listAffiliateRewards, async ({ request, identify }) => {
    const clientId = clientIdOf(await identify());
    const range = rangeOf(request);
    const { rows, total: recordsTotal } = await readRewards(db, clientId, range, pageOf(request));
    return {
      data: rows.map(({ createdAt, niceId, level, dealAmount, reward }) => ({
        createdAt: toUnixSeconds(createdAt),
        niceId,
        level,
        amount: show(dealAmount),
        reward: show(reward),
        currency,
      })),
      recordsTotal,
    };
  });

  bindCall(app, context, listAffiliatePayouts, async ({ request, identify }) => {
    const clientId = clientIdOf(await identify());
    const { rows, total: recordsTotal } = await readPayouts(db, clientId, pageOf(request));
    const data = rows.map(({ createdAt, niceId, amount }) => ({
      createdAt: toUnixSeconds(createdAt),
      niceId,
      amount: show(amount),
      currency,
      status: 'finished' as const,
    }));
    return { data, recordsTotal };
  });
}

async function describeProgramme(context: AppContext, clientId: string): Promise<AnswerOf<typeof getAffiliateConfig>> {
  const { db, clock, config } = context;
  const { niceId } = await db
    .selectFrom('clients')
    .select('niceId')
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  const [settings, clientCryptedId, totals, own, pending] = await Promise.all([
    readReferralSettings(db),
    openReferralCode(context, clientId),
    readTotals(db, clientId, new Date(clock.now().getTime() - weekMs)),
    readBalance(db, paths.referral(niceId), currency),
    readBalance(db, paths.referralPending(niceId), currency),
  ]);
  return {
    balance: show(own + pending),
    currency,
    clientCryptedId,
    dealsRef1: totals.first,
    dealsRef2: totals.second,
    referrerPercent: settings?.percents[1] ?? 0,
    urlBase: `${config.PUBLIC_URL}/?ref=`,
    lastWeekReward: show(totals.week),
    minPayin: settings === undefined ? '' : show(settings.leastPayout),
  };
}

function rangeOf(request: {
  timeFrom?: string | undefined;
  timeTo?: string | undefined;
  timeZone?: string | undefined;
}) {
  const { timeFrom, timeTo, timeZone = 'UTC' } = request;
  return {
    from: timeFrom === undefined ? undefined : startOfDay(timeFrom, timeZone),
    until: timeTo === undefined ? undefined : startOfDay(timeTo, timeZone, 1),
  };
}

/** Rows that a page has where the caller names no other count. */
const pageSize = 20;

function pageOf({ start = 0, length = pageSize }: { start?: number | undefined; length?: number | undefined }) {
  return { start, length };
}

function show(cents: bigint): string {
  return formatUnits(cents, currency);
}
