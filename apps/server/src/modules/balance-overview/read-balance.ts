import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { getBalance } from '@causeway/contract/calls/get-balance';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext } from '../../context.ts';
import { readBalanceSettings } from '../balance/balance-settings.ts';
import { listClientBalances } from '../balance/client-balances.ts';
import { type PriceSource, secondaryOf, valueIn, worthCurrencyOf, worthNow } from '../balance/worth.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { PriceList } from '../currencies/price-list.ts';
import { currencyConfig } from '../pricing/config/list-options.ts';
import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { Currency } from '@causeway/domain/currencies/currency';

/** What a client has, currency by currency and in total (C-37). */
export async function readBalanceOverview(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'rates'>,
  clientId: string,
): Promise<AnswerOf<typeof getBalance>> {
  const { db, rates } = context;
  const [list, free, held, settings] = await Promise.all([
    getPriceList(context),
    listClientBalances(db, clientId),
    listHeldAmounts(db, clientId),
    readBalanceSettings(db, clientId),
  ]);
  const { clientBalanceCurrencies, clientPrimaryCurrencies, groups } = balanceChoices(list);
  const { primaryCurrency } = settings;
  const secondaryCurrency = secondaryOf(primaryCurrency);
  const worthCurrency = worthCurrencyOf(primaryCurrency);
  const prices: PriceSource = (from, to) => rates.getPrice(from, to, list.settings.rateMaxAgeSeconds);
  const holdings = inOrder(clientBalanceCurrencies, new Set([...free.keys(), ...held.keys()])).flatMap((code) => {
    const currency = findCurrency(code);
    return currency === undefined
      ? []
      : [{ currency, amount: free.get(code) ?? 0n, hold: held.get(code) ?? 0n } satisfies Holding];
  });
  const total = (code: string, part: (holding: Holding) => bigint) => addUp(holdings, code, part, prices);
  return {
    availablePrimaryBalance: total(primaryCurrency, ({ amount }) => amount),
    balances: Object.fromEntries(
      holdings.map(({ currency, amount, hold }) => [
        currency.code,
        {
          amount: formatAmount(amount, currency.precision),
          holdAmount: formatAmount(hold, currency.precision),
          primaryAmount: formatKnown(valueIn(primaryCurrency, currency, amount, prices), primaryCurrency),
          worth: worthNow(worthCurrency, currency, amount, prices),
        },
      ]),
    ),
    clientBalanceCurrencies,
    clientPrimaryCurrencies,
    currencyData: dataOf([
      ...clientBalanceCurrencies,
      ...clientPrimaryCurrencies,
      secondaryCurrency,
      worthCurrency,
      ...holdings.map(({ currency }) => currency.code),
    ]),
    // What is no longer offered is no favourite.
    favoriteCurrencies: settings.favoriteCurrencies.filter((code) => clientBalanceCurrencies.includes(code)),
    favoriteGroups: settings.favoriteGroups.filter((code) => groups.has(code)),
    holdPrimaryBalance: total(primaryCurrency, ({ hold }) => hold),
    primaryBalance: total(primaryCurrency, ({ amount, hold }) => amount + hold),
    secondaryBalance: total(secondaryCurrency, ({ amount, hold }) => amount + hold),
    primaryCurrency,
    secondaryCurrency,
    worthCurrency,
  };
}

/** What the settings of a balance are chosen from: totals are shown in any fiat currency of the list, or in bitcoin. */
export function balanceChoices(list: PriceList) {
  const options = [...list.payin.values(), ...list.payout.values()].flat();
  const kept = [...list.payin.values()].flat().filter(({ group }) => group.code === 'balance');
  const clientBalanceCurrencies = kept.map(({ currency }) => currency.code);
  const fiat = kept.filter(({ currency }) => !currency.isCrypto && !currency.isVirtual);
  return {
    clientBalanceCurrencies,
    clientPrimaryCurrencies: [...new Set(['EUR', ...fiat.map(({ currency }) => currency.code), 'BTC'])],
    groups: new Set(options.map(({ group }) => group.code)),
  };
}

/** The currencies of the product first, in the order of its lists, then any others with an amount. */
function inOrder(known: readonly string[], there: ReadonlySet<string>): string[] {
  const others = [...there].filter((code) => !known.includes(code)).toSorted();
  return [...known.filter((code) => there.has(code)), ...others];
}

function formatKnown(amount: bigint | undefined, code: string): string {
  return amount === undefined ? '' : formatUnits(amount, code);
}

function dataOf(codes: readonly string[]): Record<string, CurrencyConfigEntry> {
  return Object.fromEntries(
    codes.flatMap((code) => {
      const entry = currencyConfig[code];
      return entry === undefined ? [] : [[code, entry] as const];
    }),
  );
}

/** Amounts of a client's balance that are held for orders until their code is given, by currency, in smallest units. */
async function listHeldAmounts(executor: Executor, clientId: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await executor
    .selectFrom('orders')
    .innerJoin('ledgerBalances as kept', (join) =>
      join.on('kept.path', '=', sql`'order:' || orders.nice_id`).onRef('kept.currency', '=', 'orders.payinCurrency'),
    )
    .select(['kept.currency', sql<bigint>`sum(kept.balance)::bigint`.as('held')])
    .where('orders.clientId', '=', clientId)
    .where('orders.payinGroup', '=', 'balance')
    .where('orders.status', '=', 'confirmation_pending')
    .groupBy('kept.currency')
    .execute();
  return new Map(rows.map(({ currency, held }) => [currency, held]));
}

/** What a client has in one currency, in smallest units. */
export interface Holding {
  currency: Currency;
  amount: bigint;
  /** Kept back for orders. */
  hold: bigint;
}

/**
 * One part of all holdings in total, as text; empty when a holding has no price. Points are not money and do not count.
 */
export function addUp(
  holdings: readonly Holding[],
  to: string,
  part: (holding: Holding) => bigint,
  priceOf: PriceSource,
): string {
  let sum = 0n;
  for (const holding of holdings) {
    const amount = part(holding);
    if (amount === 0n || holding.currency.asset === points) continue;
    const value = valueIn(to, holding.currency, amount, priceOf);
    if (value === undefined) return '';
    sum += value;
  }
  return formatUnits(sum, to);
}

const points = 'RWD';
