import type { getWithdrawalConfig } from '@causeway/contract/calls/get-withdrawal-config';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { PaymentOption } from '@causeway/contract/shapes/site-config';

export type WithdrawalConfig = AnswerOf<typeof getWithdrawalConfig>;

/** What a form asks for, by the names of the wire. A kind of memo is always a text. */
export const destinationFields = [
  'dst_address',
  'dst_tag',
  'memo_id',
  'memo_value',
  'iban',
  'bank_code',
  'beneficiary_account',
] as const;
export type DestinationField = (typeof destinationFields)[number];

export interface WithdrawalForm {
  payinCurrency: string;
  payinAmount: string;
  /** Currency and group of where it goes, with a space between. */
  target: string;
  destination: Readonly<Partial<Record<DestinationField, string>>>;
  isAgreeAddress: boolean;
}

export const targetOf = ({ currency, code }: Pick<PaymentOption, 'currency' | 'code'>) => `${currency} ${code}`;

/** Where money can go by this form; one that asks for more, as a kept card does, is not offered. */
export function openTargets({ payoutSelect }: Pick<WithdrawalConfig, 'payoutSelect'>): PaymentOption[] {
  const known = new Set<string>([...destinationFields, 'memo_type']);
  return payoutSelect
    .flatMap(({ groups }) => groups)
    .filter(({ isPaused, fields }) => isPaused === 0 && fields.length > 0 && fields.every((name) => known.has(name)));
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
  const [balances, targets] = [fullBalances(config), openTargets(config)];
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
