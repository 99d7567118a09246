import { getDiscountConfig } from '@causeway/contract/calls/get-discount-config';
import type { AnswerOf } from '@causeway/contract/define-call';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import { discountedMargin, getTiers, tierAt } from './tiers.ts';
import { readTurnover } from './turnover.ts';

/** C-54. */
export function discountRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getDiscountConfig, async ({ identify }) =>
    describeDiscount(context, clientIdOf(await identify())),
  );
}

/** Digits of a percent: 14 000 is 1.4000 %. */
const percentDigits = 4;
const eurDigits = 2;

/** The client's tier with what it saves, and what is left to the next one. */
async function describeDiscount(context: AppContext, clientId: string): Promise<AnswerOf<typeof getDiscountConfig>> {
  const { db, clock } = context;
  const [tiers, total, { settings }, own] = await Promise.all([
    getTiers(context),
    readTurnover(db, clientId, clock.now()),
    getPriceList(context),
    db.selectFrom('clientDiscounts').select(['source', 'percentOff']).where('clientId', '=', clientId).execute(),
  ]);
  const at = tierAt(tiers, total);
  const [before, tier, next] = [tiers[at - 1], tiers[at], tiers[at + 1]];
  const vip = own.find(({ source }) => source === 'vip');
  const fixed = vip ?? own.find(({ source }) => source === 'tier');
  const percentOff = fixed?.percentOff ?? tier?.percentOff ?? 0;
  const fee = (off: number) => writePercent(discountedMargin(settings.marginPercent, off));
  return {
    conf: tiers.map(({ number, name, turnoverFrom, percentOff: percent }) => ({
      number,
      name,
      turnoverFrom: writeEur(turnoverFrom),
      percent,
      fee: fee(percent),
    })),
    currency: 'EUR',
    currentFee: fee(percentOff),
    currentPercent: percentOff,
    maxPercent: Math.max(0, ...tiers.map((row) => row.percentOff)),
    currentTier: tier === undefined ? '' : writeEur(tier.turnoverFrom),
    nextLevel: next === undefined ? '' : writeEur(next.turnoverFrom),
    leftBeforeDiscount: next === undefined ? '' : writeEur(next.turnoverFrom - total),
    prevFee: before === undefined ? '' : fee(before.percentOff),
    total: writeEur(total),
    vipDiscount: vip?.percentOff ?? 0,
    tierName: tier?.name ?? '',
    tierNumber: tier?.number ?? 0,
  };
}

function writePercent(percent: number): string {
  return formatAmount(BigInt(percent), percentDigits);
}

function writeEur(cents: bigint): string {
  return formatAmount(cents, eurDigits);
}
