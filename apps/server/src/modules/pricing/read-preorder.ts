import type { Preorder } from '@causeway/contract/shapes/preorder';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { RefusalItem } from '../../errors.ts';
import type { Direction, PaymentOption, PriceList } from '../currencies/price-list.ts';

export interface Pair {
  payin: PaymentOption;
  payout: PaymentOption;
}

/** The amount a client entered, above zero, in smallest units of its side. */
export interface TypedAmount {
  side: Direction;
  amount: bigint;
}

/** A preorder in the terms of the price list, as far as it is valid. */
export interface ReadPreorder {
  pair: Pair | undefined;
  typed: TypedAmount | undefined;
  errors: RefusalItem[];
}

/** Finds the options that a preorder names and parses its entered amount; every fault is reported with its field. */
export function readPreorder(list: PriceList, preorder: Preorder): ReadPreorder {
  const errors: RefusalItem[] = [];
  const payin = findOption(list, 'payin', preorder.payinCurrency, preorder.payinGroup, errors);
  const payout = findOption(list, 'payout', preorder.payoutCurrency, preorder.payoutGroup, errors);
  const pair = payin === undefined || payout === undefined ? undefined : { payin, payout };
  const typed = readTyped(preorder, pair, errors);
  return { pair, typed, errors };
}

function findOption(
  list: PriceList,
  direction: Direction,
  code: string | undefined,
  group: string | undefined,
  errors: RefusalItem[],
): PaymentOption | undefined {
  if (code === undefined) {
    errors.push({ code: 'REQUIRED', field: `${direction}_currency` });
    return undefined;
  }
  const options = list[direction].get(code);
  if (options === undefined) {
    errors.push({ code: 'CURRENCY_UNKNOWN', field: `${direction}_currency`, values: { currency: code } });
    return undefined;
  }
  // Without a group: the first that takes orders.
  const option =
    group === undefined
      ? (options.find(({ isPaused }) => !isPaused) ?? options[0])
      : options.find((candidate) => candidate.group.code === group);
  if (option === undefined)
    errors.push({ code: 'GROUP_UNKNOWN', field: `${direction}_group`, values: { group: group ?? '' } });
  return option;
}

/** 4.5-07: the payout was entered when the flag says so or its amount is above zero; an empty amount travels as 0. */
function readTyped(preorder: Preorder, pair: Pair | undefined, errors: RefusalItem[]): TypedAmount | undefined {
  const side = preorder.isPayoutCalc === true || isAboveZero(preorder.payoutAmount) ? 'payout' : 'payin';
  const text = side === 'payout' ? preorder.payoutAmount : preorder.payinAmount;
  if (!isAboveZero(text)) {
    // Neither side can be calculated, and the client waits for the payout (8-05).
    errors.push({ code: 'REQUIRED', field: 'payout_amount' });
    return undefined;
  }
  const code = side === 'payout' ? preorder.payoutCurrency : preorder.payinCurrency;
  const currency = pair?.[side].currency ?? findCurrency(code ?? '');
  if (currency === undefined) return undefined;
  const amount = parseAmount(text, currency.precision);
  if (amount !== undefined) return { side, amount };
  errors.push({
    code: 'AMOUNT_INVALID',
    field: `${side}_amount`,
    values: { decimals: currency.precision, currency: currency.name },
  });
  return undefined;
}

function isAboveZero(text: string | undefined): text is string {
  return text !== undefined && /[1-9]/.test(text);
}
