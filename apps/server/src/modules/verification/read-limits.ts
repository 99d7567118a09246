import type { ClientLimits } from '@causeway/contract/shapes/verification';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { nextStage } from '@causeway/domain/verification/level-stages';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import {
  getLimitTable,
  readStanding,
  type LimitCurrency,
  type LimitStanding,
  type LimitTables,
} from '../limits/store.ts';

export interface DescribedLimits {
  orderLimits: { min: string; max: string; currency: string };
  clientLimits: ClientLimits;
}

/** C-26: what a client may order now, and what the next level would allow. @throws Refusal SESSION_OVER */
export async function readLimits(context: AppContext, clientId: string): Promise<DescribedLimits> {
  const standing = await readStanding(context.db, clientId, context.clock.now());
  if (standing === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  const tables = await getLimitTable(context);
  const { payin } = await getPriceList(context);
  const least = (payin.get('EUR') ?? [])
    .map(({ minAmount }) => minAmount)
    .toSorted((one, other) => (one < other ? -1 : 1));
  return {
    orderLimits: { min: inWhole(least[0] ?? 0n), max: inWhole(mostNow(tables, standing, 'EUR')), currency: 'EUR' },
    clientLimits: {
      USD: describeLimit(tables, standing, 'USD'),
      EUR: describeLimit(tables, standing, 'EUR'),
    },
  };
}

function describeLimit(
  tables: LimitTables,
  standing: LimitStanding,
  currency: LimitCurrency,
): ClientLimits[LimitCurrency] {
  const { level, usedThisMonth } = standing;
  const next = nextStage(level, standing)?.level;
  const of = (named: string | undefined) =>
    (named === undefined ? undefined : tables[currency].get(named)) ?? { orderMax: 0n, monthMax: 0n };
  return {
    level,
    orderMax: inWhole(of(level).orderMax),
    monthMax: inWhole(of(level).monthMax),
    monthUsed: inWhole(usedThisMonth[currency]),
    nextLevel: next ?? '',
    nextOrderMax: inWhole(of(next).orderMax),
    nextMonthMax: inWhole(of(next).monthMax),
  };
}

function mostNow(tables: LimitTables, { level, usedThisMonth }: LimitStanding, currency: LimitCurrency): bigint {
  const limit = tables[currency].get(level);
  const left = (limit?.monthMax ?? 0n) - usedThisMonth[currency];
  const most = limit === undefined || left > limit.orderMax ? (limit?.orderMax ?? 0n) : left;
  return most < 0n ? 0n : most;
}

function inWhole(cents: bigint): string {
  return formatAmount(cents, 2).replace(/\.00$/, '');
}
