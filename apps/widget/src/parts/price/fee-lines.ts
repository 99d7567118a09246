import type { CalculationDetails } from '@causeway/contract/shapes/calculation';
import { formatMoney } from '@causeway/domain/money/format-money';
import { showPercent } from '../../lib/format/show-amount.ts';
import type { Translate } from '../../lib/i18n/texts.ts';

const isPositive = (amount: string) => /[1-9]/.test(amount);

/** '1 BTC =' and '58 214.60 EUR'. */
export function rateOf(
  { rate, rateBase, rateQuote }: CalculationDetails,
  show: (amount: string, code: string) => string,
): { left: string; right: string } {
  return { left: `${show('1', rateBase).replace(/[.,]0+/, '')} =`, right: show(rate, rateQuote) };
}

interface FeeRow {
  kind: 'pay' | 'payin' | 'service' | 'payout' | 'partner' | 'sum';
  detail: string;
  amount: string;
}

interface FeeLinesOptions {
  payinAmount: string;
  isPayinCrypto: boolean;
  /** Amount with its currency, ready to show. */
  show: (amount: string, code: string) => string;
  t: Translate;
}

/** The receipt of a calculation: one row per fee that is there, then what is exchanged (5-41 to 5-44). */
export function feeLines(details: CalculationDetails, options: FeeLinesOptions): FeeRow[] {
  const { payinAmount, isPayinCrypto, show, t } = options;
  const { payinCurrency, payoutCurrency, partnerFee = '0' } = details;
  const part = (amount: string, code: string) => (isPositive(amount) ? show(amount, code) : '');
  const rows: (FeeRow & { fee?: string })[] = [
    { kind: 'pay', detail: '', amount: payinAmount },
    {
      kind: 'payin',
      detail: feeText(
        {
          percent: percentText(details.payinPercent, t),
          fixed: part(details.payinFixed, payinCurrency),
          minimum: part(details.payinMinFee, payinCurrency),
        },
        t('tpl:exchange:fee_minimum'),
      ),
      amount: details.payinFee,
      fee: isPayinCrypto ? '0' : details.payinFee,
    },
    {
      kind: 'service',
      detail: servicePercentText(details.marginPercent, t),
      amount: details.serviceFee,
      fee: details.serviceFee,
    },
    {
      kind: 'payout',
      detail: feeText(
        {
          percent: percentText(details.payoutPercent, t),
          fixed: part(details.payoutFixed, payoutCurrency),
          minimum: part(details.payoutMinFee, payoutCurrency),
        },
        t('tpl:exchange:fee_minimum'),
      ),
      amount: details.payoutFeeInPayin,
      fee: details.payoutFeeInPayin,
    },
    {
      kind: 'partner',
      detail: servicePercentText(details.partnerPercent ?? '0', t),
      amount: partnerFee,
      fee: partnerFee,
    },
    { kind: 'sum', detail: '', amount: details.exchangedAmount },
  ];
  return rows
    .filter((row) => row.fee === undefined || isPositive(row.fee))
    .map(({ kind, detail, amount, fee }) => ({
      kind,
      detail,
      amount: `${fee === undefined ? '' : '\u2212\u00A0'}${show(amount, payinCurrency)}`,
    }));
}

interface Fee {
  percent: string;
  /** Text with the currency, or empty. */
  fixed: string;
  minimum: string;
}

/** '1.5% + 0.25 EUR, min. 1 EUR', without the parts that are absent (5-41, A-100). */
export function feeText({ percent, fixed, minimum }: Fee, minimumWord: string): string {
  const parts = [percent, fixed].filter((part) => part !== '').join(' + ');
  return [parts, minimum && `${minimumWord} ${minimum}`].filter((part) => part !== '').join(', ');
}

/** '1.5%' of '1.5000'; empty for nothing. */
export function percentText(percent: string, t: Translate): string {
  return isPositive(percent) ? showPercent(percent.replace(/\.0*$|(\.\d*[1-9])0+$/, '$1'), t) : '';
}

/** Service fee percent with four digits: '1.4000%' (5-42). */
export function servicePercentText(percent: string, t: Translate): string {
  return isPositive(percent) ? showPercent(formatMoney(percent, { precision: 4 }), t) : '';
}
