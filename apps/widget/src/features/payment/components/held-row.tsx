import type { Order } from '@causeway/contract/shapes/order';
import { clockText } from '../../../lib/format/clock-text.ts';
import { momentText } from '../../../lib/format/moment-text.ts';
import { useCountdown } from '../../../lib/timing/use-countdown.ts';
import { CountdownRing } from '../../../parts/order/countdown-ring.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import type { PaymentParts } from '../payment-parts.ts';

/** How long the price holds, and which one applies afterwards. */
export function HeldRow({ order, heldUntil }: Pick<PaymentParts, 'order' | 'heldUntil'>) {
  const t = useTexts();
  const { texts } = useRuntime();
  const isFloating = order.isFloatingRate === 1;
  const why = t(isFloating ? 'tpl:payment:rate_floats' : 'tpl:payment:rate_after');
  const { payinDeadline, expiresAt, now } = order;
  // Transfers and coins are awaited longer than a price holds.
  const by =
    payinDeadline > expiresAt && t('tpl:payment:send_by', { time: momentText(payinDeadline, now, texts.language()) });
  const text = by === false ? why : `${why} ${by}`;
  return (
    <HeldPrice
      order={order}
      heldUntil={isFloating ? 0 : heldUntil}
      over={t(`tpl:payment:${isFloating ? 'rate_of_arrival' : 'rate_over'}`)}
      text={text}
    />
  );
}

interface HeldPriceProps {
  order: Pick<Order, 'expiresAt' | 'createdAt'> | undefined;
  /** Milliseconds since 1970; 0 where it is not held. */
  heldUntil: number;
  /** The title once it holds no more. */
  over: string | undefined;
  text: string;
}

/** The time that a price still holds, and what applies afterwards. */
export function HeldPrice({ order, heldUntil, over, text }: HeldPriceProps) {
  const t = useTexts();
  const left = useCountdown(heldUntil);
  if (!order || left === 0)
    return (
      <Callout type="plain" icon="timer" live={false} title={over}>
        {text}
      </Callout>
    );
  return (
    <CountdownRing
      left={left}
      period={Math.max(1, order.expiresAt - order.createdAt)}
      title={t('tpl:payment:held_for', { time: clockText(left) })}
      text={text}
    />
  );
}
