import type { Presets } from '@causeway/contract/shapes/presets';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { RefusalItem } from '../../errors.ts';
import type { BitcoinNetworkName } from '../../providers/bitcoin/networks.ts';
import { checkAddress, knowsNetwork } from '../addresses/check-address.ts';
import type { Direction, PaymentOption, PriceList } from '../currencies/price-list.ts';
import { hasPayinMethod } from '../payin-methods/find-payin-method.ts';
import { hasPayoutMethod } from '../payout-methods/find-payout-method.ts';

/** What presets fix of one side of an order, each with the name of its field in errors. */
export interface FixedSide {
  direction: Direction;
  currency: { text: string; field: string } | undefined;
  group: { text: string; field: string } | undefined;
  amount: { text: string; field: string } | undefined;
}

/** Options that a fixed order could use, or why there are none. */
export type FoundOptions = { options: readonly PaymentOption[] } | { error: RefusalItem };

/** The sides of the order that presets describe. */
export function sidesOf(fixed: Presets, isToPartner: boolean): Record<Direction, FixedSide> {
  const isMerchant = fixed.isMerchant === '1';
  const of = (field: string, text: string | undefined) => (text === undefined ? undefined : { text, field });
  const purchaseCurrency = isMerchant ? of('purchase_currency', fixed.purchaseCurrency) : undefined;
  const purchaseAmount = isMerchant ? of('purchase_amount', fixed.purchaseAmount) : undefined;
  return {
    payin: {
      direction: 'payin',
      currency: of('payin_currency', fixed.payinCurrency),
      group: of('payin_group', fixed.payinGroup),
      amount: of('payin_amount', fixed.payinAmount),
    },
    payout: {
      direction: 'payout',
      currency: purchaseCurrency ?? of('payout_currency', fixed.payoutCurrency),
      group: isToPartner ? { text: 'balance', field: 'payout_group' } : of('payout_group', fixed.payoutGroup),
      amount: purchaseAmount ?? of('payout_amount', fixed.payoutAmount),
    },
  };
}

/** The open options of the price list that match what one side fixes. */
export function findOptions(list: PriceList, side: FixedSide, isMerchant: boolean): FoundOptions {
  const { direction, currency, group, amount } = side;
  const known = currency === undefined ? [...list[direction].values()].flat() : list[direction].get(currency.text);
  if (known === undefined)
    return refusal('CURRENCY_UNKNOWN', currency?.field ?? '', { currency: currency?.text ?? '' });
  const grouped = known.filter((option) => group === undefined || option.group.code === group.text);
  if (grouped.length === 0) return refusal('GROUP_UNKNOWN', group?.field ?? '', { group: group?.text ?? '' });
  const open = grouped.filter((option) => isServed(option, isMerchant));
  const field = group?.field ?? currency?.field ?? `${direction}_group`;
  if (open.length === 0) return refusal(direction === 'payin' ? 'PAYIN_PAUSED' : 'PAYOUT_PAUSED', field);
  return amount === undefined ? { options: open } : withinLimits(open, amount);
}

/** The options whose network accepts a chain address. */
export function readAddress(
  options: readonly PaymentOption[],
  address: string,
  network: BitcoinNetworkName,
): FoundOptions {
  let reason = 'malformed';
  const taking = options.filter(({ group }) => {
    if (!knowsNetwork(group.code)) return false;
    const checked = checkAddress(group.code, address.trim(), network);
    if (!checked.isValid) reason = checked.reason;
    return checked.isValid;
  });
  return taking.length > 0 ? { options: taking } : refusal('ADDRESS_INVALID', 'dst_address', { reason });
}

function isServed({ direction, provider, isPaused, group }: PaymentOption, isMerchant: boolean): boolean {
  const isTaken = direction === 'payin' ? hasPayinMethod(provider) : hasPayoutMethod(provider);
  // A balance pays only for its signed-in owner, and a merchant's payer is not signed in.
  return isTaken && !isPaused && !(isMerchant && direction === 'payin' && group.code === 'balance');
}

function withinLimits(
  options: readonly PaymentOption[],
  { text, field }: { text: string; field: string },
): FoundOptions {
  const read = options.flatMap((option) => {
    const units = parseAmount(text, option.currency.precision);
    return units === undefined ? [] : [{ option, units }];
  });
  const [first] = options;
  if (read.length === 0)
    return refusal('AMOUNT_INVALID', field, {
      decimals: first?.currency.precision ?? 0,
      currency: first?.currency.name ?? '',
    });
  const fitting = read.filter(({ option, units }) => units >= option.minAmount && units <= option.maxAmount);
  if (fitting.length > 0) return { options: fitting.map(({ option }) => option) };
  const tooLittle = read.find(({ option, units }) => units < option.minAmount);
  const { option } = tooLittle ?? read[0] ?? { option: undefined };
  const bound = tooLittle === undefined ? option?.maxAmount : option?.minAmount;
  const amount = formatAmount(bound ?? 0n, option?.currency.precision ?? 0).replace(/\.0+$/, '');
  return refusal(tooLittle === undefined ? 'AMOUNT_MAX' : 'AMOUNT_MIN', field, {
    amount,
    currency: option?.currency.name ?? '',
  });
}

function refusal(code: RefusalItem['code'], field: string, values: RefusalItem['values'] = {}): FoundOptions {
  return { error: { code, field, values } };
}
