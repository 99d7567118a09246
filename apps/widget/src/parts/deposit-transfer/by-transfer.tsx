import type { getDepositReference } from '@causeway/contract/calls/get-deposit-reference';
import type { AnswerOf } from '@causeway/contract/define-call';
import { getDepositReferenceEndpoint } from '@causeway/contract/endpoints/get-deposit-reference.generated';
import { useState } from 'react';
import { useCopied } from '../entry/use-copied.ts';
import { DetailList, DetailRow } from '../order/detail-row.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { useSave } from '../../platform/use-save.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import text from '../../ui/layout/text.module.css';

type Answer = AnswerOf<typeof getDepositReference>;

interface ByTransferProps {
  currency: string;
  name: string;
  amountText: (amount: string) => string;
}

/** The client's own reference for transfers, and the account they go to (C-93); shown once the client has agreed. */
export function ByTransfer({ currency, name, amountText }: ByTransferProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(getDepositReferenceEndpoint, { currency }));
  const [agreed, setAgreed] = useState<Answer>();
  const shown = agreed ?? data;
  return (
    <>
      <div className={text.stackS}>
        <h2 className={text.title}>{t('tpl:deposit:transfer_title', { name })}</h2>
        <p className={text.lead}>{t('tpl:deposit:transfer_text')}</p>
      </div>
      {shown === undefined ? (
        error === undefined ? (
          <div aria-busy="true">
            <Skeleton width="100%" height="120px" />
          </div>
        ) : (
          <Callout action={<LinkButton onClick={again}>{t('tpl:common:try_again')}</LinkButton>}>{error}</Callout>
        )
      ) : shown.account === null ? (
        <Agreement currency={currency} onAgreed={setAgreed} />
      ) : (
        <Account account={shown.account} least={amountText(shown.minAmount)} isNew={agreed !== undefined} />
      )}
    </>
  );
}

function Agreement({ currency, onAgreed }: { currency: string; onAgreed: (answer: Answer) => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const [isAgreed, setAgreed] = useState(false);
  const saving = useSave([]);
  return (
    <form
      className={text.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAgreed) return;
        void saving
          .run(() => api.call(getDepositReferenceEndpoint, { currency, isAgreeName: true }))
          .then((answer) => answer && onAgreed(answer));
      }}
    >
      <Checkbox checked={isAgreed} onChange={setAgreed}>
        {t('tpl:deposit:transfer_agree')}
      </Checkbox>
      {saving.error && <Callout>{saving.error}</Callout>}
      <Button type="submit" busy={saving.isBusy} disabled={!isAgreed}>
        {t('tpl:deposit:transfer_show')}
      </Button>
    </form>
  );
}

interface AccountProps {
  account: NonNullable<Answer['account']>;
  least: string;
  /** The form that held the focus is gone. */
  isNew: boolean;
}

function Account({ account, least, isNew }: AccountProps) {
  const t = useTexts();
  const copied = useCopied();
  const { iban, bic, bankName, holder, reference } = account;
  const row = (label: string, value: string) => (
    <DetailRow label={label} copy={{ text: value, label: t('tpl:order:copy', { what: label }), ...copied }}>
      <span className="num">{value}</span>
    </DetailRow>
  );
  return (
    <div className={text.stack} tabIndex={-1} ref={isNew ? focusElement : undefined}>
      <DetailList>
        {row(t('tpl:deposit:transfer_reference'), reference)}
        {row(t('tpl:payment:iban'), iban)}
        {row(t('tpl:payment:bic'), bic)}
        {row(t('tpl:payment:holder'), holder)}
        <DetailRow label={t('tpl:payment:bank')}>{bankName}</DetailRow>
        <DetailRow label={t('tpl:deposit:transfer_least')}>
          <span className="num">{least}</span>
        </DetailRow>
      </DetailList>
      <Callout type="warning" live={false} title={t('tpl:deposit:transfer_name')}>
        {t('tpl:deposit:transfer_name_text')}
      </Callout>
    </div>
  );
}

const focusElement = (element: HTMLElement | null): void => element?.focus();
