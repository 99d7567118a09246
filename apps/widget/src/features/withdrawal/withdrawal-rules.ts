import type { getWithdrawalConfig } from '@causeway/contract/calls/get-withdrawal-config';
import type { listDestinations } from '@causeway/contract/calls/list-destinations';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { CurrencyGroup, PaymentOption } from '@causeway/contract/shapes/site-config';
import { type DestinationValues, openTargets, targetOf } from '../../parts/destination/targets.ts';

export type WithdrawalConfig = AnswerOf<typeof getWithdrawalConfig>;

export interface WithdrawalForm {
  payinCurrency: string;
  payinAmount: string;
  /** Currency and group of where it goes, with a space between. */
  target: string;
  /** The saved destination that gets the money; empty where it is typed. */
  keptId: string;
  destination: DestinationValues;
  /** The card that gets the money; empty where none is chosen. */
  token: string;
  isAgreeAddress: boolean;
}

/** Whether money goes to a card this way: it is chosen, and nothing is typed. */
export const isToCard = ({ fields }: Pick<PaymentOption, 'fields'>) => fields.includes('token');

/** Where a balance can be withdrawn to: what is typed, and cards. */
export function withdrawalTargets(config: Pick<WithdrawalConfig, 'payoutSelect'>): PaymentOption[] {
  return openTargets(config, ['token']);
}

/** Balances with something on them. */
export function fullBalances({ payinSelect }: Pick<WithdrawalConfig, 'payinSelect'>): PaymentOption[] {
  return payinSelect.flatMap(({ groups }) => groups).filter(({ balanceAmount }) => /[1-9]/.test(balanceAmount));
}

/** The form as it opens: what the page's address asks for, as far as it is offered, else the server's choice. */
export function openForm(
  config: WithdrawalConfig,
  query: Readonly<Record<string, string | undefined>>,
  saved: readonly SavedDestination[],
): WithdrawalForm {
  const [balances, targets] = [fullBalances(config), withdrawalTargets(config)];
  const from = balances.find(({ currency }) => currency === query['payinCurrency']);
  const payinCurrency = from?.currency ?? config.default.payinCurrency;
  const to =
    targets.find(({ currency }) => currency === query['payoutCurrency']) ??
    targets.find((option) => option.currency === payinCurrency) ??
    targets.find((option) => targetOf(option) === `${config.default.payoutCurrency} ${config.default.payoutGroup}`) ??
    targets[0];
  return {
    payinCurrency,
    payinAmount: from && /^\d+(\.\d+)?$/.test(query['payinAmount'] ?? '') ? (query['payinAmount'] ?? '') : '',
    ...towards(to ? targetOf(to) : '', saved),
  };
}

/** A way out as it is chosen: to the newest of its saved destinations, and without one to what is typed. */
export function towards(target: string, saved: readonly SavedDestination[]) {
  const [newest] = fittingDestinations(saved, target);
  const destination = newest ? typedDestination(newest) : {};
  return { target, keptId: newest?.id ?? '', destination, token: '', isAgreeAddress: false };
}

/** What kind of place money goes to, as the texts name it. */
export function kindOf({ fields }: Pick<PaymentOption, 'fields'>): 'bank' | 'card' | 'wallet' {
  return fields.includes('iban') ? 'bank' : fields.includes('token') ? 'card' : 'wallet';
}

/** The balances and ways out that a form offers, as a picker lists them. */
export function offeredCurrencies({
  payinSelect,
  payoutSelect,
}: Pick<WithdrawalConfig, 'payinSelect' | 'payoutSelect'>) {
  const offered = new Set([...fullBalances({ payinSelect }), ...withdrawalTargets({ payoutSelect })]);
  const narrow = (select: readonly CurrencyGroup[]) =>
    select
      .map((entry) => ({ ...entry, groups: entry.groups.filter((option) => offered.has(option)) }))
      .filter(({ groups }) => groups.length > 0);
  return { payinSelect: narrow(payinSelect), payoutSelect: narrow(payoutSelect) };
}

/** The price's part of a form, as C-43 and C-44 take it. */
export function priceFields({ payinCurrency, payinAmount, target }: WithdrawalForm) {
  const [payoutCurrency = '', payoutGroup = ''] = target.split(' ');
  return { payinCurrency, payinAmount, payoutCurrency, payoutGroup };
}

export type SavedDestination = AnswerOf<typeof listDestinations>['destinations'][number];

/** Saved destinations that a form can go to now. */
export function fittingDestinations(saved: readonly SavedDestination[], target: string): SavedDestination[] {
  const [currency = '', network = ''] = target.split(' ');
  return saved.filter((one) => one.isUsable === 1 && one.network === network && one.currency === currency);
}

/** The fields of a saved destination, as they would be typed. */
export function typedDestination({ network, address, tag, memoValue, holder }: SavedDestination): DestinationValues {
  if (network === 'sepa') return { iban: address, beneficiary_account: holder };
  return {
    dst_address: address,
    ...(tag !== '' && { dst_tag: tag }),
    ...(memoValue !== '' && { memo_value: memoValue }),
  };
}

/** Whether a form goes to one of the saved destinations, or to a card; spaces in an IBAN do not count. */
export function isSavedDestination(
  saved: readonly SavedDestination[],
  { target, destination, token }: WithdrawalForm,
): boolean {
  if (token !== '') return true;
  const [, network = ''] = target.split(' ');
  const typed = (destination.iban ?? destination.dst_address ?? '').replaceAll(/\s/g, '');
  const isSame = (one: SavedDestination) =>
    network === 'sepa' ? one.address === typed.toUpperCase() : one.address === typed;
  return saved.some((one) => one.network === network && isSame(one));
}
