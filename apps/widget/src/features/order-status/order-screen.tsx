import { useState } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { PromptCard } from '../../parts/order/prompt-card.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import layout from '../../ui/layout/layout.module.css';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ActionCard } from './components/action-card.tsx';
import { DecisionCard } from './components/decision-card.tsx';
import { OrderActions } from './components/order-actions.tsx';
import { OrderFacts } from './components/order-facts.tsx';
import { OrderHeadline } from './components/order-headline.tsx';
import { OrderProgress } from './components/order-progress.tsx';
import type { OrderParts } from './order-parts.ts';

/** An order in progress and at its end. */
export function OrderScreen(parts: OrderParts) {
  const { order, isOwner, isBehind, onRefresh, onConfirm, rest } = parts;
  const t = useTexts();
  // What was watched to its end stays where it was.
  const [isWatched] = useState(order.status !== 'finished');
  return (
    <div className={layout.main}>
      <OrderHeadline {...parts} />
      {isBehind && <BehindCallout onRefresh={onRefresh} />}
      {order.decision && isOwner && <DecisionCard {...parts} decision={order.decision} />}
      <ActionCard {...parts} />
      {onConfirm && (
        <PromptCard
          title={t('tpl:order:confirm_title')}
          action={
            <Button big icon="mail" onClick={onConfirm}>
              {t('tpl:order:confirm_button')}
            </Button>
          }
        >
          <p>{t('tpl:order:confirm_text')}</p>
        </PromptCard>
      )}
      {rest}
      {(isWatched || order.status !== 'finished') && <OrderProgress {...parts} />}
      <OrderFacts {...parts} />
      <OrderActions {...parts} />
    </div>
  );
}

/** What is shown of an order may be older: the server is out of reach. */
export function BehindCallout({ onRefresh }: Pick<OrderParts, 'onRefresh'>) {
  const t = useTexts();
  return (
    <Callout
      type="warning"
      icon="wifi-off"
      action={<LinkButton onClick={onRefresh}>{t('tpl:common:try_again')}</LinkButton>}
    >
      {t('tpl:order:behind')}
    </Callout>
  );
}
