import { momentText } from '../../../lib/format/moment-text.ts';
import { PromptCard } from '../../../parts/order/prompt-card.tsx';
import { AskSupport } from '../../../parts/support/ask-support.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { IconName } from '../../../ui/icons/icon-names.ts';
import type { OrderParts } from '../order-parts.ts';
import { actionNote, type ActionPlace } from '../rules/action-note.ts';

const icons: Record<ActionPlace, IconName> = {
  email: 'mail',
  card: 'camera',
  address: 'house',
  proof: 'receipt-text',
  video: 'camera',
  identity: 'scan-line',
  all: 'shield-check',
};

/** What the client has to do, why, and the link to it (4.10-06). */
export function ActionCard({ order, onAct }: OrderParts) {
  const t = useTexts();
  const { texts } = useRuntime();
  const note = actionNote(order);
  if (!note) return null;
  const go = note.place && onAct(note.place);
  const time = momentText(order.expiresAt, order.now, texts.language());
  return (
    <PromptCard
      title={t(`tpl:order:${note.text}`)}
      action={
        go && note.place ? (
          <Button big icon={icons[note.place]} onClick={go}>
            {t(`tpl:order:act_button_${note.place}`)}
          </Button>
        ) : (
          <AskSupport order={order} />
        )
      }
      deadline={order.expiresAt > order.now && t('tpl:order:held_until', { time })}
    >
      <p>{t(`tpl:order:${note.text}_why`)}</p>
    </PromptCard>
  );
}
