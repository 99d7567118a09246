import { toFlag } from '@causeway/contract/fields/fields';
import type {
  CurrencyConfigEntry,
  CurrencyGroup,
  PaymentOption as WireOption,
} from '@causeway/contract/shapes/site-config';
import type { Currency } from '@causeway/domain/currencies/currency';
import type { Language } from '@causeway/domain/languages/languages';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext, Texts } from '../../../context.ts';
import type { PaymentOption } from '../../currencies/price-list.ts';
import { currencyList } from '@causeway/domain/currencies/currency-list';

/** One side of the price list as pickers show it: the networks of one asset share an entry. */
export function listOptions(
  context: Pick<AppContext, 'texts' | 'rates'>,
  language: Language,
  options: ReadonlyMap<string, readonly PaymentOption[]>,
): CurrencyGroup[] {
  const entries = new Map<string, CurrencyGroup>();
  for (const option of [...options.values()].flat()) {
    const entry = entries.get(option.currency.name) ?? toEntry(option.currency);
    entry.groups.push(toWireOption(context, language, option));
    entries.set(option.currency.name, entry);
  }
  return [...entries.values()];
}

function toEntry(currency: Currency): CurrencyGroup {
  return {
    name: currency.name,
    fullName: currency.fullName,
    isCrypto: toFlag(currency.isCrypto),
    isPopular: toFlag(currency.isPopular),
    precision: String(currency.precision),
    groups: [],
  };
}

function toWireOption(
  { texts, rates }: Pick<AppContext, 'texts' | 'rates'>,
  language: Language,
  option: PaymentOption,
): WireOption {
  const { currency, group } = option;
  return {
    code: group.code,
    currency: currency.code,
    name: group.name,
    localName: group.nameKey === '' ? group.name : texts.say(language, group.nameKey),
    // A currency that is not paid on a network has no network here, though it may have one of its own.
    ...(group.isCrypto
      ? { token: currency.token, blockchain: currency.network, networkFullname: currency.networkFullName }
      : { token: '' as const, blockchain: '', networkFullname: '' }),
    minAmount: formatAmount(option.minAmount, currency.precision),
    maxAmount: formatAmount(option.maxAmount, currency.precision),
    fields: [...option.fields],
    balanceAmount: '',
    feeText: describeFee(texts, language, option),
    durationMinutes: option.durationMinutes,
    isPaused: toFlag(option.isPaused || rates.isPaused(currency.asset)),
  };
}

const percentDecimals = 4;

/** A fee as text: percent + fixed, min. minimum, without the parts that are absent. Empty for no fee. */
export function describeFee(
  texts: Texts,
  language: Language,
  fee: Pick<PaymentOption, 'currency' | 'feePercent' | 'feeFixed' | 'feeMin'>,
): string {
  const { name, precision } = fee.currency;
  const mark = texts.say(language, 'tpl:common:decimal_mark');
  const money = (units: bigint) => `${trimZeros(formatAmount(units, precision), 2).replace('.', mark)} ${name}`;
  const parts: string[] = [];
  if (fee.feePercent > 0) {
    const number = trimZeros(formatAmount(BigInt(fee.feePercent), percentDecimals), 1).replace('.', mark);
    parts.push(texts.say(language, 'tpl:common:percent', { number }));
  }
  if (fee.feeFixed > 0n) parts.push(money(fee.feeFixed));
  const sum = parts.join(' + ');
  if (fee.feeMin === 0n) return sum;
  const least = texts.say(language, 'tpl:group:fee_min', { amount: money(fee.feeMin) });
  return sum === '' ? least : `${sum}, ${least}`;
}

/** Drops zeros at the end of the decimals, down to so many of them; whole numbers lose the point as well. */
function trimZeros(text: string, decimalsKept: number): string {
  const [whole = '', decimals = ''] = text.split('.');
  const short = decimals.replace(/0+$/, '');
  return short === '' ? whole : `${whole}.${short.padEnd(Math.min(decimalsKept, decimals.length), '0')}`;
}

/** The built-in facts of every currency, by code (3-04). */
export const currencyConfig: Readonly<Record<string, CurrencyConfigEntry>> = Object.fromEntries(
  currencyList.map((currency) => [
    currency.code,
    {
      name: currency.name,
      fullname: currency.fullName,
      isCrypto: toFlag(currency.isCrypto),
      isVirtual: toFlag(currency.isVirtual),
      precision: String(currency.precision),
      token: currency.token,
      networkFullname: currency.networkFullName,
      color: currency.color,
      symbol: currency.symbol,
      balanceCurrency: currency.balanceCurrency,
    },
  ]),
);
