import { useState } from 'react';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import text from '../../ui/layout/text.module.css';
import { BankRequisites } from './components/bank-requisites.tsx';
import { CancelButton, ListButton } from './components/cancel-button.tsx';
import { HeldRow } from './components/held-row.tsx';
import { ReceivedBar } from './components/received-bar.tsx';
import type { PaymentParts } from './payment-parts.ts';
import type { BankAccount } from './rules/payment-shape.ts';

/** A bank transfer: where to, how much, and the reference by which it finds its order (3-35). */
export default function BankScreen({ account, ...parts }: PaymentParts & { account: BankAccount }) {
  const { order, amount, summary, onCancel, onList } = parts;
  const t = useTexts();
  const { isSent, say } = useSent(order.niceId);
  return (
    <div className={layout.main}>
      {summary}
      <div className={`${text.stackS} ${text.opening}`}>
        <h2 className={text.title}>{t('tpl:payment:bank_title', { amount })}</h2>
        <p className={text.lead}>{t('tpl:payment:bank_text')}</p>
      </div>
      <ReceivedBar {...parts} />
      <BankRequisites account={account} amount={amount} />
      <HeldRow {...parts} />
      <div className={`${text.stackS} ${layout.push}`}>
        <p className={text.label} role="status">
          {t(isSent ? 'tpl:payment:bank_on_its_way' : 'tpl:payment:bank_waiting')}
        </p>
        <ProgressBar label={t('tpl:payment:bank_waiting')} />
        {isSent ? (
          <p className={text.s}>{t('tpl:payment:bank_on_its_way_text')}</p>
        ) : (
          <Button big onClick={say}>
            {t('tpl:payment:bank_sent')}
          </Button>
        )}
        <Callout type="plain" icon="bell" live={false}>
          {t('tpl:order:close_page')}
        </Callout>
        <ListButton onList={onList} />
        <CancelButton onCancel={onCancel} />
      </div>
    </div>
  );
}

/** What the client has said of a transfer, for the life of the tab: nothing depends on it but what is said here. */
function useSent(niceId: string): { isSent: boolean; say: () => void } {
  const { tab } = useRuntime();
  const key = `causeway.sent.${niceId}`;
  const [isSent, setSent] = useState(() => tab.get(key) !== undefined);
  return {
    isSent,
    say() {
      tab.set(key, '1');
      setSent(true);
    },
  };
}
