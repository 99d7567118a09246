import { momentText } from '../../../lib/format/moment-text.ts';
import { PromptCard } from '../../../parts/order/prompt-card.tsx';
import { AskSupport } from '../../../parts/support/ask-support.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { IconName } from '../../../ui/icons/icon-names.ts';
import type { OrderParts } from '../order-parts.ts';
import { requiredAction, type ActionPlace } from '../rules/required-action.ts';

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
  const action = requiredAction(order);
  if (!action) return null;
  const { place } = action;
  const time = momentText(order.expiresAt, order.now, texts.language());
  return (
    <PromptCard
      title={t(`tpl:order:${action.text}`)}
      action={
        place ? (
          <Button big icon={icons[place]} onClick={() => onAct(place)}>
            {t(`tpl:order:act_button_${place}`)}
          </Button>
        ) : (
          <AskSupport order={order} />
        )
      }
      deadline={order.expiresAt > order.now && t('tpl:order:held_until', { time })}
    >
      <p>{t(`tpl:order:${action.text}_why`)}</p>
    </PromptCard>
  );
}
