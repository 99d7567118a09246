import type { Currency } from '@causeway/domain/currencies/currency';
import { currencyList } from '@causeway/domain/currencies/currency-list';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { Clock, Randomness } from '../../context.ts';
import type { Db, Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { cardPayins, fiatGroups, networkPayouts } from './starting-options.ts';

type Tools = { db: Db; clock: Clock; random: Randomness };

/** The only pay-out whose chain the server can send on; the others have a price and wait for their adapter. */
const openPayouts: ReadonlySet<string> = new Set(['BTC']);

/** Starting groups, options and settings. Whatever an operator has changed or added stays as it is. */
export async function seedPrices(tools: Tools): Promise<void> {
  await tools.db.transaction().execute(async (trx) => {
    await seedGroups(trx);
    const options = [...cardPayins.map(cardOption), sepaOption(), ...networkPayouts.map(networkOption)];
    await trx
      .insertInto('paymentOptions')
      .values(options.map((option, position) => ({ optionId: newUuid(tools), position, ...option })))
      .onConflict((conflict) => conflict.columns(['direction', 'currency', 'groupCode']).doNothing())
      .execute();
    await seedSettings(trx);
  });
}

async function seedGroups(trx: Executor): Promise<void> {
  const networks = new Map(
    currencyList.filter((currency) => currency.network !== '').map((currency) => [currency.network, currency]),
  );
  const fiat = fiatGroups.map(([code, nameKey, name]) => ({ code, nameKey, name, isCrypto: false }));
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

function cardOption([code, min, max, feeFixed]: (typeof cardPayins)[number]) {
  const terms = { min, max, feeFixed, feePercent: 15_000, minutes: 10 };
  return { ...toOption(code, 'card', terms), direction: 'payin', provider: 'card_one', state: 'open', fields: [] };
}

function sepaOption() {
  const terms = { min: '30', max: '50000', feeFixed: '0', feePercent: 0, minutes: 1440 };
  return { ...toOption('EUR', 'sepa', terms), direction: 'payin', provider: 'bank', state: 'paused', fields: [] };
}

function networkOption([code, min, max, feeFixed, minutes, fields]: (typeof networkPayouts)[number]) {
  const { network } = known(code);
  return {
    ...toOption(code, network, { min, max, feeFixed, feePercent: 0, minutes }),
    direction: 'payout',
    provider: network,
    state: openPayouts.has(code) ? 'open' : 'paused',
    fields: ['dst_address', ...fields],
  };
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
