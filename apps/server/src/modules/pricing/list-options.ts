import { toFlag } from '@causeway/contract/fields/fields';
import type { CurrencyGroup, PaymentOption as WireOption } from '@causeway/contract/shapes/site-config';
import type { Currency } from '@causeway/domain/currencies/currency';
import type { Language } from '@causeway/domain/languages/languages';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext } from '../../context.ts';
import type { PaymentOption } from '../currencies/price-list.ts';
import { describeFee } from './describe-fee.ts';

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
    // What is not paid on a network has none, though its currency may.
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
