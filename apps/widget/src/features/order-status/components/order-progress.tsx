import { momentText } from '../../../lib/format/moment-text.ts';
import { OrderTimeline } from '../../../parts/order-timeline.tsx';
import { useRuntime, useTexts } from '../../../shell/runtime.ts';
import { Card } from '../../../ui/card.tsx';
import type { OrderScreenProps } from '../order-screen.tsx';
import { timeline } from '../rules/timeline.ts';
import { rowTexts } from './row-texts.ts';

/** How far an order has come, stone by stone. */
export function OrderProgress({ order, show }: Pick<OrderScreenProps, 'order' | 'show'>) {
  const t = useTexts();
  const { texts } = useRuntime();
  const steps = timeline(order).map((row) => ({
    ...row,
    ...rowTexts(row, order, show, t),
    time:
      row.at === undefined
        ? row.state === 'now' && t('tpl:order:now')
        : momentText(row.at, order.now, texts.language()),
  }));
  return (
    <Card>
      <OrderTimeline
        label={t('tpl:order:timeline')}
        stateTexts={{
          done: t('tpl:order:state_done'),
          now: t('tpl:order:state_now'),
          todo: t('tpl:order:state_todo'),
        }}
        steps={steps}
      />
    </Card>
  );
}
