import { parseAmount } from '@causeway/domain/money/parse-amount';
import { useTexts } from '../../../platform/runtime.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import text from '../../../ui/layout/text.module.css';
import type { PaymentParts } from '../payment-parts.ts';
import { isSomething } from '../rules/amount-left.ts';

/** More decimals than any currency has: both amounts are read at one scale. */
const scale = 18;

/** What has arrived so far, once a part has. */
export function ReceivedBar({ order, show }: Pick<PaymentParts, 'order' | 'show'>) {
  const t = useTexts();
  const { receivedAmount, payinAmount, payinCurrency } = order;
  if (!isSomething(receivedAmount)) return null;
  const label = t('tpl:payment:received', {
    received: show(receivedAmount, payinCurrency),
    amount: show(payinAmount, payinCurrency),
  });
  return (
    <div className={text.stackS} role="status">
      <p className={text.label}>{label}</p>
      <ProgressBar label={label} value={percentOf(receivedAmount, payinAmount)} />
    </div>
  );
}

function percentOf(part: string, whole: string): number {
  const all = parseAmount(whole, scale) ?? 0n;
  return all === 0n ? 100 : Math.min(100, Number(((parseAmount(part, scale) ?? 0n) * 100n) / all));
}
