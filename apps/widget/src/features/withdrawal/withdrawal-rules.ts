import type { getWithdrawalConfig } from '@causeway/contract/calls/get-withdrawal-config';
import type { listDestinations } from '@causeway/contract/calls/list-destinations';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { PaymentOption } from '@causeway/contract/shapes/site-config';
import { type DestinationValues, openTargets, targetOf } from '../../parts/destination/targets.ts';

export type WithdrawalConfig = AnswerOf<typeof getWithdrawalConfig>;

export interface WithdrawalForm {
  payinCurrency: string;
  payinAmount: string;
  /** Currency and group of where it goes, with a space between. */
  target: string;
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
    target: to ? targetOf(to) : '',
    destination: {},
    token: '',
    isAgreeAddress: false,
  };
}

/** The price's part of a form, as C-43 and C-44 take it. */
export function priceFields({ payinCurrency, payinAmount, target }: WithdrawalForm) {
  const [payoutCurrency = '', payoutGroup = ''] = target.split(' ');
  return { payinCurrency, payinAmount, payoutCurrency, payoutGroup };
}

/** What was typed as an amount: figures and one dot, with no more decimals (5-04, 5-05); undefined where it is none. */
export function typedAmount(text: string, precision: number): string | undefined {
  const amount = text.replaceAll(/\s/g, '').replace(',', '.');
  const [, decimals = ''] = amount.split('.');
  return /^\d{0,30}(\.\d*)?$/.test(amount) && decimals.length <= precision ? amount : undefined;
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
