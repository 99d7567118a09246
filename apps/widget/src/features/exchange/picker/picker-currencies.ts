import type { ConfigAnswer, CurrencyGroup, PaymentOption } from '@causeway/contract/shapes/site-config';
import type { PickerCurrency, PickerGroup } from '../../../parts/picker-data.ts';
import type { Translate } from '../../../lib/i18n/texts.ts';
import { showRange } from '../../../lib/format/show-amount.ts';
import type { IconName } from '../../../ui/icons/icon-names.ts';
import { isPositive } from '../rules/preorder.ts';

const icons: Readonly<Record<string, IconName>> = {
  card: 'credit-card',
  sepa: 'landmark',
  balance: 'wallet',
  wallet: 'smartphone',
};

/** The currencies of one side as the picker lists them. */
export function pickerCurrencies(
  select: readonly CurrencyGroup[],
  currencies: ConfigAnswer['currencyConfig'],
  t: Translate,
): PickerCurrency[] {
  return select.map((entry) => {
    const first = entry.groups[0];
    const config = currencies[first?.currency ?? entry.name] ?? currencies[entry.name];
    return {
      code: entry.name,
      fullName: entry.fullName,
      isCrypto: entry.isCrypto === 1,
      isPopular: entry.isPopular === 1,
      color: config?.color,
      symbol: config?.symbol,
      summary: summary(entry, t),
      groups: entry.groups.map((option) => group(option, entry.isCrypto === 1, currencies, t)),
    };
  });
}

function summary(entry: CurrencyGroup, t: Translate): string | undefined {
  const { groups } = entry;
  if (entry.isCrypto === 0) return groups.map((option) => option.localName).join(', ');
  if (groups.length > 1) return t('tpl:picker:count', { count: groups.length });
  const network = groups[0]?.networkFullname ?? '';
  return network === entry.fullName ? undefined : network || undefined;
}

function group(
  option: PaymentOption,
  isCrypto: boolean,
  currencies: ConfigAnswer['currencyConfig'],
  t: Translate,
): PickerGroup {
  const facts = [
    option.feeText && t('tpl:picker:fee', { fee: option.feeText }),
    t('tpl:exchange:duration', { minutes: option.durationMinutes }),
  ];
  return {
    id: option.code,
    code: option.currency,
    title: option.networkFullname || option.localName,
    token: option.token || undefined,
    detail: option.isPaused === 1 ? t('tpl:picker:paused') : facts.filter(Boolean).join(' · '),
    limits: limits(option, currencies),
    ...(isCrypto ? { color: networkColour(option, currencies) } : { icon: icons[option.code] ?? 'credit-card' }),
  };
}

function limits(
  { minAmount, maxAmount, currency }: PaymentOption,
  currencies: ConfigAnswer['currencyConfig'],
): PickerGroup['limits'] {
  if (!isPositive(minAmount) || !isPositive(maxAmount)) return undefined;
  return showRange(minAmount, maxAmount, currency, currencies);
}

// A network wears the colour of its own coin: Tron's red on Tether over Tron.
function networkColour(option: PaymentOption, currencies: ConfigAnswer['currencyConfig']): string | undefined {
  const own = Object.values(currencies).find(
    (entry) => entry.fullname === option.networkFullname && entry.token === '',
  );
  return (own ?? currencies[option.currency])?.color;
}
