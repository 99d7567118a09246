import type { Language } from '@causeway/domain/languages/languages';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { Texts } from '../../context.ts';
import type { PaymentOption } from '../currencies/price-list.ts';

const percentDecimals = 4;

/** A fee in words: percent + fixed, min. minimum, without the parts that are absent. Empty for no fee. */
export function describeFee(
  texts: Texts,
  language: Language,
  fee: Pick<PaymentOption, 'currency' | 'feePercent' | 'feeFixed' | 'feeMin'>,
): string {
  const { name, precision } = fee.currency;
  const money = (units: bigint) => `${trimZeros(formatAmount(units, precision), 2)} ${name}`;
  const parts: string[] = [];
  if (fee.feePercent > 0) parts.push(`${trimZeros(formatAmount(BigInt(fee.feePercent), percentDecimals), 1)}%`);
  if (fee.feeFixed > 0n) parts.push(money(fee.feeFixed));
  const sum = parts.join(' + ');
  if (fee.feeMin === 0n) return sum;
  const least = texts.say(language, 'tpl:group:fee_min', { amount: money(fee.feeMin) });
  return sum === '' ? least : `${sum}, ${least}`;
}

/** Drops zeros at the end of the decimals, down to so many of them; whole numbers lose the point as well. */
function trimZeros(text: string, decimalsKept: number): string {
  const [whole = '', decimals = ''] = text.split('.');
  const short = decimals.replace(/0+$/, '');
  return short === '' ? whole : `${whole}.${short.padEnd(Math.min(decimalsKept, decimals.length), '0')}`;
}
