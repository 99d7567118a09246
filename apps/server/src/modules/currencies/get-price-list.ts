import type { Config } from '../../config/config.ts';
import { isOffered } from '../../config/config-providers.ts';
import type { Clock } from '../../context.ts';
import type { Db } from '../../database/db.ts';
import { keepForASecond } from './keep-for-a-second.ts';
import type { PaymentOption, PriceList } from './price-list.ts';
import { loadPriceList } from './store.ts';

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
