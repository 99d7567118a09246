import { clockText } from '../../../lib/format/clock-text.ts';
import { useCountdown } from '../../../lib/timing/use-countdown.ts';
import { CountdownRing } from '../../../parts/countdown-ring.tsx';
import { useTexts } from '../../../shell/runtime.ts';
import type { PaymentParts } from '../payment-parts.ts';

/** How long the price counts, and what counts after it. */
export function HeldRow({ order, heldUntil }: Pick<PaymentParts, 'order' | 'heldUntil'>) {
  const t = useTexts();
  const left = useCountdown(heldUntil);
  const after = t(order.isFloatingRate === 1 ? 'tpl:payment:rate_floats' : 'tpl:payment:rate_after');
  if (order.isFloatingRate === 1 || left === 0)
    return <CountdownRing left={0} period={1} title={t('tpl:payment:rate_of_arrival')} text={after} />;
  return (
    <CountdownRing
      left={left}
      period={Math.max(1, order.expiresAt - order.createdAt)}
      title={t('tpl:payment:held_for', { time: clockText(left) })}
      text={after}
    />
  );
}
