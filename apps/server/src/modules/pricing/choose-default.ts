import type { DefaultConfig } from '@causeway/contract/shapes/site-config';
import type { Preorder } from '@causeway/contract/shapes/preorder';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { PaymentOption, PriceList } from '../currencies/price-list.ts';

/** What the page was opened with: a preorder in part, and the pay-out group an embedding page asks for. */
export type Wishes = Preorder & { payoutGroupOfPage?: string | undefined };

/** The preorder a page starts from: what the address asks for as far as it is on the list, else the settings. */
export function chooseDefault(list: PriceList, wishes: Wishes): DefaultConfig {
  const { settings } = list;
  const payin =
    findWish(list.payin, wishes.payinCurrency, wishes.payinGroup) ??
    findWish(list.payin, settings.defaultPayinCurrency, settings.defaultPayinGroup);
  const payout =
    findWish(list.payout, wishes.payoutCurrency, wishes.payoutGroup ?? wishes.payoutGroupOfPage) ??
    findWish(list.payout, settings.defaultPayoutCurrency, settings.defaultPayoutGroup);
  return {
    payinCurrency: payin?.currency.code ?? settings.defaultPayinCurrency,
    payinGroup: payin?.group.code ?? settings.defaultPayinGroup,
    payoutCurrency: payout?.currency.code ?? settings.defaultPayoutCurrency,
    payoutGroup: payout?.group.code ?? settings.defaultPayoutGroup,
    ...chooseAmount(list, wishes, payin),
  };
}

function findWish(
  options: ReadonlyMap<string, readonly PaymentOption[]>,
  code: string | undefined,
  group: string | undefined,
): PaymentOption | undefined {
  const list = options.get(code ?? '') ?? [];
  return list.find((option) => option.group.code === group) ?? list.find(({ isPaused }) => !isPaused) ?? list[0];
}

/** Exactly one amount is set (4.5-05, 4.5-06). The usual amount gives way to the least where it is too small. */
function chooseAmount(
  list: PriceList,
  wishes: Wishes,
  payin: PaymentOption | undefined,
): Pick<DefaultConfig, 'payinAmount' | 'payoutAmount'> {
  const { payinAmount = '', payoutAmount = '' } = wishes;
  if (isAboveZero(payinAmount) && wishes.isPayoutCalc !== true) return { payinAmount, payoutAmount: '' };
  if (isAboveZero(payoutAmount)) return { payinAmount: '', payoutAmount };
  const usual = list.settings.defaultPayinAmount;
  if (payin === undefined) return { payinAmount: usual, payoutAmount: '' };
  const units = parseAmount(usual, payin.currency.precision);
  const isUsable = units !== undefined && units >= payin.minAmount && units <= payin.maxAmount;
  return { payinAmount: isUsable ? usual : formatAmount(payin.minAmount, payin.currency.precision), payoutAmount: '' };
}

function isAboveZero(text: string): boolean {
  return /[1-9]/.test(text);
}
