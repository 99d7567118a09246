import { momentText } from '../../../lib/format/moment-text.ts';
import { OrderTimeline } from '../../../parts/order/order-timeline.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Card } from '../../../ui/layout/card.tsx';
import type { IconName } from '../../../ui/icons/icon-names.ts';
import type { OrderParts } from '../order-parts.ts';
import { type TimelineRow, timeline } from '../rules/timeline.ts';
import { rowTexts } from './row-texts.ts';

/** The progress of an order, step by step; each open step with its owner and usual duration. */
export function OrderProgress(parts: OrderParts) {
  const { order } = parts;
  const t = useTexts();
  const { texts } = useRuntime();
  const rows = timeline(order);
  const steps = rows.map((row, index) => ({
    ...row,
    key: `${row.key} ${index}`,
    ...rowTexts(row, parts, t),
    ...iconOf(row, order.status),
    time:
      row.at === undefined
        ? (row.state === 'now' || row.state === 'act') && t('tpl:order:now')
        : momentText(row.at, order.now, texts.language()),
  }));
  return (
    <Card>
      <OrderTimeline
        label={t('tpl:order:timeline')}
        stateTexts={{
          done: t('tpl:order:state_done'),
          now: t('tpl:order:state_now'),
          act: t('tpl:order:state_act'),
          todo: t('tpl:order:state_todo'),
        }}
        steps={steps}
      />
    </Card>
  );
}

function iconOf({ key }: TimelineRow, status: string): { icon?: IconName } {
  if (key === 'event') return { icon: 'info' };
  return key === 'action' && /^card_|^identity|^video/.test(status) ? { icon: 'camera' } : {};
}
