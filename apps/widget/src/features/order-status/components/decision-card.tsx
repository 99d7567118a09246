import type { OrderDecision } from '@causeway/contract/shapes/order-parts';
import { useState } from 'react';
import { dateText } from '../../../lib/format/moment-text.ts';
import { PromptCard } from '../../../parts/order/prompt-card.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Popup } from '../../../ui/layout/popup.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import text from '../../../ui/layout/text.module.css';
import { decidedBack } from '../rules/order-kind.ts';
import { type Decision, useDecision } from '../use-decision.ts';
import type { OrderParts } from '../order-parts.ts';

export interface DecisionCardProps extends Pick<
  OrderParts,
  'order' | 'show' | 'payinKind' | 'receiver' | 'isAccounts' | 'onRefresh'
> {
  decision: OrderDecision;
}

/** The question about money that came late or in part: exchange at the current rate, or have it refunded. */
export function DecisionCard({ order, show, payinKind, receiver, isAccounts, onRefresh, decision }: DecisionCardProps) {
  const t = useTexts();
  const { texts } = useRuntime();
  const [asked, setAsked] = useState<Decision>();
  const { sending, decide } = useDecision(order.niceId, () => {
    setAsked(undefined);
    onRefresh();
  });
  const { kind, payoutAmount, decideUntil } = decision;
  const isExchangeable = payoutAmount !== '';
  const values = {
    kind,
    back: decidedBack(payinKind, order, isAccounts),
    receiver,
    received: show(decision.receivedAmount, order.payinCurrency),
    amount: show(order.payinAmount, order.payinCurrency),
    payout: isExchangeable ? show(payoutAmount, order.payoutCurrency) : '',
    refund: show(decision.refundAmount, order.payinCurrency),
    until: dateText(decideUntil, texts.language()),
  };
  return (
    <PromptCard
      title={t(`tpl:order:decision_${kind}_title`, values)}
      deadline={t('tpl:order:decision_until', values)}
      action={
        <>
          {isExchangeable && (
            <Button big onClick={() => setAsked('yes')}>
              {t('tpl:order:decision_yes', values)}
            </Button>
          )}
          <QuietButton look="line" onClick={() => setAsked('no')}>
            {t('tpl:order:decision_no', values)}
          </QuietButton>
        </>
      }
    >
      <p>{t(isExchangeable ? `tpl:order:decision_${kind}_text` : 'tpl:order:decision_too_little', values)}</p>
      <Popup
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t(`tpl:order:decision_${asked ?? 'no'}_sure`, values)}
        closeLabel={t('tpl:common:close')}
      >
        <p className={text.lead}>{t(`tpl:order:decision_${asked ?? 'no'}_means`, values)}</p>
        <Button busy={sending !== undefined} onClick={() => asked && void decide(asked)}>
          {t(`tpl:order:decision_${asked ?? 'no'}`, values)}
        </Button>
        <QuietButton look="line" disabled={sending !== undefined} onClick={() => setAsked(undefined)}>
          {t('tpl:order:decision_back')}
        </QuietButton>
      </Popup>
    </PromptCard>
  );
}
