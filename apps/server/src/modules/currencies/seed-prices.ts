import type { Currency } from '@causeway/domain/currencies/currency';
import { currencyList } from '@causeway/domain/currencies/currency-list';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { Clock, Randomness } from '../../context.ts';
import type { Db, Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { paymentMethods } from '@causeway/domain/payments/payment-methods';
import {
  balanceCurrencies,
  cardPayins,
  fiatOptions,
  networkPayins,
  networkPayouts,
  type FiatOption,
} from './starting-options.ts';

type Tools = { db: Db; clock: Clock; random: Randomness };

/** Crypto whose network the server is connected to; the others have a price and wait for their adapter. */
const connected: ReadonlySet<string> = new Set(networkPayins.map(([currency]) => currency));

/** Starting groups, options and settings. Anything that an operator has changed or added stays unchanged. */
export async function seedPrices(tools: Tools): Promise<void> {
  await tools.db.transaction().execute(async (trx) => {
    await seedGroups(trx);
    await trx
      .insertInto('paymentOptions')
      .values(startingOptions().map((option, position) => ({ optionId: newUuid(tools), position, ...option })))
      .onConflict((conflict) => conflict.columns(['direction', 'currency', 'groupCode']).doNothing())
      .execute();
    await seedSettings(trx);
  });
}

async function seedGroups(trx: Executor): Promise<void> {
  const networks = new Map(
    currencyList.filter((currency) => currency.network !== '').map((currency) => [currency.network, currency]),
  );
  const fiat = [...paymentMethods].map(([code, { name }]) => ({
    code,
    nameKey: `tpl:group:${code}`,
    name,
    isCrypto: false,
  }));
  const crypto = [...networks].map(([code, { networkFullName }]) => ({
    code,
    nameKey: '',
    name: networkFullName,
    isCrypto: true,
  }));
  await trx
    .insertInto('paymentGroups')
    .values([...fiat, ...crypto].map((group, position) => ({ ...group, position })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

async function seedSettings(trx: Executor): Promise<void> {
  await trx
    .insertInto('pricingSettings')
    .values({
      settingsId: 1,
      marginPercent: 14_000,
      spreadPercent: 1_000,
      fixedRatePercent: 5_000,
      quoteSeconds: 900,
      rateMaxAgeSeconds: 30,
      defaultPayinCurrency: 'EUR',
      defaultPayinGroup: 'card',
      defaultPayoutCurrency: 'BTC',
      defaultPayoutGroup: 'bitcoin',
      defaultPayinAmount: '250',
    })
    .onConflict((conflict) => conflict.column('settingsId').doNothing())
    .execute();
}

/** Every option, those of one asset together, in the order that pickers show them. */
function startingOptions() {
  const options = [
    ...cardPayins.map(cardPayin),
    ...fiatOptions.map(fiatOption),
    ...networkPayins.map(networkPayin),
    ...networkPayouts.map(networkPayout),
    ...balanceCurrencies.flatMap((row) => [balanceOption('payin', row), balanceOption('payout', row)]),
  ];
  const names = [...new Set([...cardPayins, ...networkPayouts].map(([code]) => known(code).name))];
  const place = ({ currency }: { currency: string }) => {
    const index = names.indexOf(known(currency).name);
    return index < 0 ? names.length : index;
  };
  return options.toSorted((left, right) => place(left) - place(right));
}

function cardPayin([code, min, max, feeFixed, provider]: (typeof cardPayins)[number]) {
  const terms = { min, max, feeFixed, feePercent: 15_000, minutes: 1 };
  return { ...toOption(code, 'card', terms), direction: 'payin', provider, state: 'open', fields: [] };
}

function fiatOption({ direction, currency, group, provider, fields, ...terms }: FiatOption) {
  return { ...toOption(currency, group, terms), direction, provider, state: 'open', fields: [...fields] };
}

function networkPayin([code, min, max, minutes]: (typeof networkPayins)[number]) {
  const { network } = known(code);
  const terms = { min, max, minutes, feeFixed: '0', feePercent: 0 };
  return { ...toOption(code, network, terms), direction: 'payin', provider: network, state: 'open', fields: [] };
}

function networkPayout([code, min, max, feeFixed, minutes, fields]: (typeof networkPayouts)[number]) {
  const { network } = known(code);
  return {
    ...toOption(code, network, { min, max, feeFixed, feePercent: 0, minutes }),
    direction: 'payout',
    provider: network,
    state: connected.has(code) ? 'open' : 'paused',
    fields: ['dst_address', ...fields],
  };
}

function balanceOption(direction: 'payin' | 'payout', [code, min, max]: (typeof balanceCurrencies)[number]) {
  const terms = { min, max, minutes: 1, feeFixed: '0', feePercent: 0 };
  return { ...toOption(code, 'balance', terms), direction, provider: 'balance', state: 'open', fields: [] };
}

interface Terms {
  min: string;
  max: string;
  feeFixed: string;
  feePercent: number;
  minutes: number;
}

function toOption(code: string, groupCode: string, terms: Terms) {
  const currency = known(code);
  return {
    currency: code,
    groupCode,
    minAmount: units(terms.min, currency),
    maxAmount: units(terms.max, currency),
    feePercent: terms.feePercent,
    feeFixed: units(terms.feeFixed, currency),
    feeMin: 0n,
    durationMinutes: terms.minutes,
  };
}

function known(code: string): Currency {
  const currency = findCurrency(code);
  if (currency === undefined) throw new Error(`The starting options name ${code}, which is no currency.`);
  return currency;
}

function units(text: string, currency: Currency): bigint {
  const amount = parseAmount(text, currency.precision);
  if (amount === undefined) throw new Error(`${text} is no amount of ${currency.code}.`);
  return amount;
}
