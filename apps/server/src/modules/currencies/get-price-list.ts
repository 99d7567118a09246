import type { Config } from '../../config/config.ts';
import { isOffered } from '../../config/config-providers.ts';
import type { Clock } from '../../context.ts';
import type { Db } from '../../database/db.ts';
import { keepForASecond } from './keep-for-a-second.ts';
import type { PaymentOption, PriceList, Direction, PaymentGroup } from './price-list.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { sql } from 'kysely';

type Source = { config: Pick<Config, 'PROVIDERS'>; db: Db; clock: Clock };

const getEverything = keepForASecond(loadPriceList);
/** The same object as long as the list is the same: values derived from it are cached with it. */
const offeredOf = new WeakMap<PriceList, Map<string, PriceList>>();

/** The price list of the providers that are offered, at most a second old. */
export async function getPriceList(source: Source): Promise<PriceList> {
  return keepOffered(await getEverything(source), source.config);
}

/** The list in memory if it is young enough, without waiting. */
getPriceList.peek = (source: Source): PriceList | undefined => {
  const list = getEverything.peek(source);
  return list && keepOffered(list, source.config);
};

function keepOffered(list: PriceList, config: Source['config']): PriceList {
  const kept = offeredOf.get(list) ?? new Map<string, PriceList>();
  offeredOf.set(list, kept);
  const key = config.PROVIDERS.join(',');
  const known = kept.get(key);
  if (known !== undefined) return known;
  const filter = (options: PriceList['payin']) => filterOptions(options, config);
  const offered = { ...list, payin: filter(list.payin), payout: filter(list.payout) };
  kept.set(key, offered);
  return offered;
}

function filterOptions(
  options: PriceList['payin'],
  config: Source['config'],
): ReadonlyMap<string, readonly PaymentOption[]> {
  const offered = [...options].map(([currency, list]): [string, readonly PaymentOption[]] => [
    currency,
    list.filter(({ provider }) => isOffered(config, provider)),
  ]);
  return new Map(offered.filter(([, list]) => list.length > 0));
}

/** Reads the whole price list. An option of a currency that the product does not know is left out. */
async function loadPriceList(db: Db): Promise<PriceList> {
  // One after the other, because the caller may be a transaction, which is a single connection.
  const groups = await db.selectFrom('paymentGroups').select(['code', 'nameKey', 'name', 'isCrypto']).execute();
  const options = await db
    .selectFrom('paymentOptions as option')
    .innerJoin('paymentGroups as group', 'group.code', 'option.groupCode')
    .leftJoin('networkCosts as cost', (join) =>
      join
        .onRef('cost.groupCode', '=', 'option.groupCode')
        .onRef('cost.currency', '=', 'option.currency')
        .on('option.direction', '=', 'payout'),
    )
    .selectAll('option')
    // The chain's fee is charged where it is more than the option's own; the last known one while its node does not
    // answer.
    .select([
      sql<bigint>`greatest(option.fee_fixed, coalesce(cost.amount, 0))`.as('feeFixed'),
      // Of less than this the network would take too much.
      sql<bigint>`greatest(option.min_amount, coalesce(cost.least_payout, 0))`.as('minAmount'),
      sql<boolean>`coalesce(cost.is_paused, false)`.as('isTooDear'),
    ])
    .where('option.state', '!=', 'off')
    .orderBy('option.position')
    .orderBy('group.position')
    .orderBy('option.optionId')
    .execute();
  const settings = await db
    .selectFrom('pricingSettings')
    .selectAll()
    .where('settingsId', '=', 1)
    .executeTakeFirstOrThrow();
  const byCode = new Map(groups.map((group) => [group.code, group]));
  return {
    payin: listOptions(options, byCode, 'payin'),
    payout: listOptions(options, byCode, 'payout'),
    settings,
  };
}

interface OptionRow extends Omit<PaymentOption, 'direction' | 'currency' | 'group' | 'isPaused'> {
  direction: string;
  currency: string;
  groupCode: string;
  state: string;
  /** The chain costs far more than the option charges. */
  isTooDear: boolean;
}

function listOptions(
  rows: readonly OptionRow[],
  groups: ReadonlyMap<string, PaymentGroup>,
  direction: Direction,
): ReadonlyMap<string, PaymentOption[]> {
  const byCurrency = new Map<string, PaymentOption[]>();
  for (const row of rows) {
    const currency = findCurrency(row.currency);
    const group = groups.get(row.groupCode);
    if (row.direction !== direction || currency === undefined || group === undefined) continue;
    const option = { ...row, direction, currency, group, isPaused: row.state === 'paused' || row.isTooDear };
    const list = byCurrency.get(row.currency);
    if (list === undefined) byCurrency.set(row.currency, [option]);
    else list.push(option);
  }
  return byCurrency;
}
