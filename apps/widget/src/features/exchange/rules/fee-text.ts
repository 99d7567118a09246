import { formatMoney } from '@causeway/domain/money/format-money';
import { isPositive } from './preorder.ts';

export interface Fee {
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
export function percentText(percent: string): string {
  return isPositive(percent) ? `${percent.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')}%` : '';
}

/** Service fee percent with four digits: '1.4000%' (5-42). */
export function servicePercentText(percent: string): string {
  return isPositive(percent) ? `${formatMoney(percent, { precision: 4 })}%` : '';
}
