import type { getBalance } from '@causeway/contract/calls/get-balance';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext } from '../../context.ts';
import { listClientBalances } from '../balance/list-client-balances.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import { currencyConfig } from '../pricing/currency-config.ts';
import { listHeldAmounts } from './list-held-amounts.ts';
import { addUp, valueIn, type Holding, type PriceSource } from './value-of-holdings.ts';

/** Totals are in euro and, below it, in bitcoin. */
const primary = { currency: 'EUR', secondary: 'BTC' } as const;

/** What a client has, currency by currency and together (C-37). */
export async function tellBalance(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'rates'>,
  clientId: string,
): Promise<AnswerOf<typeof getBalance>> {
  const { db, rates } = context;
  const [list, free, held] = await Promise.all([
    getPriceList(context),
    listClientBalances(db, clientId),
    listHeldAmounts(db, clientId),
  ]);
  const kept = [...list.payin.values()].flat().filter(({ group }) => group.code === 'balance');
  const clientBalanceCurrencies = kept.map(({ currency }) => currency.code);
  const prices: PriceSource = (from, to) => rates.getPrice(from, to, list.settings.rateMaxAgeSeconds);
  const holdings = inOrder(clientBalanceCurrencies, new Set([...free.keys(), ...held.keys()])).flatMap((code) => {
    const currency = findCurrency(code);
    return currency === undefined
      ? []
      : [{ currency, amount: free.get(code) ?? 0n, hold: held.get(code) ?? 0n } satisfies Holding];
  });
  const total = (code: string, part: (holding: Holding) => bigint) => addUp(holdings, code, part, prices);
  return {
    availablePrimaryBalance: total(primary.currency, ({ amount }) => amount),
    balances: Object.fromEntries(
      holdings.map(({ currency, amount, hold }) => [
        currency.code,
        {
          amount: formatAmount(amount, currency.precision),
          holdAmount: formatAmount(hold, currency.precision),
          primaryAmount: tell(valueIn(primary.currency, currency, amount, prices), primary.currency),
        },
      ]),
    ),
    clientBalanceCurrencies,
    clientPrimaryCurrencies: [primary.currency],
    currencyData: dataOf([...clientBalanceCurrencies, ...holdings.map(({ currency }) => currency.code)]),
    favoriteCurrencies: [],
    favoriteGroups: [],
    holdPrimaryBalance: total(primary.currency, ({ hold }) => hold),
    primaryBalance: total(primary.currency, ({ amount, hold }) => amount + hold),
    secondaryBalance: total(primary.secondary, ({ amount, hold }) => amount + hold),
    primaryCurrency: primary.currency,
    secondaryCurrency: primary.secondary,
  };
}

/** The currencies of the product first, in the order of its lists, then whatever else is there. */
function inOrder(known: readonly string[], there: ReadonlySet<string>): string[] {
  const others = [...there].filter((code) => !known.includes(code)).toSorted();
  return [...known.filter((code) => there.has(code)), ...others];
}

function tell(amount: bigint | undefined, code: string): string {
  return amount === undefined ? '' : formatAmount(amount, findCurrency(code)?.precision ?? 0);
}

function dataOf(codes: readonly string[]): Record<string, CurrencyConfigEntry> {
  return Object.fromEntries(
    codes.flatMap((code) => {
      const entry = currencyConfig[code];
      return entry === undefined ? [] : [[code, entry] as const];
    }),
  );
}
