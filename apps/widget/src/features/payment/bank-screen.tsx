import { useTexts } from '../../platform/runtime.ts';
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
  const { amount, summary, onCancel, onList } = parts;
  const t = useTexts();
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
          {t('tpl:payment:bank_waiting')}
        </p>
        <ProgressBar label={t('tpl:payment:bank_waiting')} />
        <Callout type="plain" icon="bell" live={false}>
          {t('tpl:order:close_page')}
        </Callout>
        <ListButton onList={onList} />
        <CancelButton onCancel={onCancel} />
      </div>
    </div>
  );
}
