import type { CurrencyGroup, PaymentOption } from '@causeway/contract/shapes/site-config';
import { type PaymentKind, paymentKind } from '@causeway/domain/payments/payment-methods';
import type { Translate } from '../../../lib/i18n/texts.ts';
import { currencyName } from '../../../lib/format/currency-names.ts';
import { showAmount, showFigure, showRange } from '../../../lib/format/show-amount.ts';
import {
  type PickerCurrency,
  type PickerGroup,
  networkColour,
  type Currencies,
} from '../../../parts/currency/picker-data.ts';
import type { IconName } from '../../../ui/icons/icon-names.ts';
import { durationText } from '../../../lib/format/clock-text.ts';
import { isPositive } from '../rules/preorder.ts';

const icons: Readonly<Record<PaymentKind, IconName>> = {
  card: 'credit-card',
  bank_transfer: 'landmark',
  bank_page: 'landmark',
  balance: 'wallet',
  wallet: 'smartphone',
  crypto: 'credit-card',
  other: 'credit-card',
};

/** The currencies of one side as the picker lists them: the kind that the other side is not comes first. */
export function pickerCurrencies(
  select: readonly CurrencyGroup[],
  currencies: Currencies,
  isOtherCrypto: boolean,
  t: Translate,
  language: string,
): PickerCurrency[] {
  const isFirst = (entry: CurrencyGroup) => (entry.isCrypto === 1) !== isOtherCrypto;
  const sorted = [...select.filter(isFirst), ...select.filter((entry) => !isFirst(entry))];
  return sorted.map((entry) => {
    const first = entry.groups[0];
    const config = currencies[first?.currency ?? entry.name] ?? currencies[entry.name];
    return {
      code: entry.name,
      fullName: currencyName(entry.name, { fullname: entry.fullName, isCrypto: entry.isCrypto }, language),
      englishName: entry.fullName,
      isCrypto: entry.isCrypto === 1,
      isPopular: entry.isPopular === 1,
      color: config?.color,
      symbol: config?.symbol,
      summary: summary(entry, t),
      balance: balance(entry, currencies, t),
      groups: entry.groups.map((option) => group(option, currencies, t)),
    };
  });
}

/** An option of a crypto currency is a network, unless it is paid from or to the balance. */
function isNetwork(option: PaymentOption): boolean {
  return option.blockchain !== '' && option.code === option.blockchain;
}

function summary({ groups, fullName }: CurrencyGroup, t: Translate): string | undefined {
  if (groups.every(({ isPaused }) => isPaused === 1)) return t('tpl:picker:paused');
  const networks = groups.filter((option) => isNetwork(option) && option.isPaused !== 1);
  const methods = groups
    .filter((option) => !isNetwork(option) && option.isPaused !== 1)
    .map(({ localName }) => localName);
  const [only] = networks;
  const one = only && only.networkFullname !== fullName ? [only.networkFullname] : [];
  const named = networks.length > 1 ? [t('tpl:picker:count', { count: networks.length })] : one;
  return [...named, ...methods].join(', ') || undefined;
}

/** The signed-in client's balance, at the row's end. */
function balance({ groups }: CurrencyGroup, currencies: Currencies, t: Translate): string | undefined {
  const option = groups.find(({ code }) => code === 'balance');
  if (!option || !isPositive(option.balanceAmount)) return undefined;
  return showFigure(option.balanceAmount, currencies[option.currency], t);
}

function group(option: PaymentOption, currencies: Currencies, t: Translate): PickerGroup {
  const isPaused = option.isPaused === 1;
  return {
    id: option.code,
    code: option.currency,
    title: isNetwork(option) ? option.networkFullname : option.localName,
    token: (isNetwork(option) && option.token) || undefined,
    detail: isPaused ? t('tpl:picker:paused') : facts(option, currencies, t),
    isPaused,
    limits: limits(option, currencies, t),
    ...(isNetwork(option)
      ? { color: networkColour(option, currencies) }
      : { icon: icons[paymentKind(option.code, false)] }),
  };
}

/** Fee and duration of an option; for the balance, its amount. */
function facts(option: PaymentOption, currencies: Currencies, t: Translate): string {
  const fee = option.feeText && t('tpl:picker:fee', { fee: option.feeText });
  if (option.code !== 'balance') return [fee, durationText(option.durationMinutes, t)].filter(Boolean).join(' · ');
  const { balanceAmount, currency } = option;
  if (!isPositive(balanceAmount)) return [fee, t('tpl:picker:at_once')].filter(Boolean).join(' · ');
  return t('tpl:picker:available', { amount: showAmount(balanceAmount, currency, currencies, t) });
}

function limits(option: PaymentOption, currencies: Currencies, t: Translate): PickerGroup['limits'] {
  const { minAmount, maxAmount, currency } = option;
  if (!isPositive(minAmount) || !isPositive(maxAmount)) return undefined;
  return showRange(minAmount, maxAmount, currency, currencies, t);
}
