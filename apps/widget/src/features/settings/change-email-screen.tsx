import { useState } from 'react';
import { isPlainEmail } from '../../lib/format/is-plain-email.ts';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Card } from '../../ui/layout/card.tsx';
import { ListRow } from '../../ui/layout/list-row.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { NewEmailCode } from './new-email-code.tsx';
import { ProofFields } from './proof-fields.tsx';
import { useNewEmail, type NewEmailCalls } from './use-new-email.ts';
import { useProof } from './use-proof.ts';

export interface ChangeEmailScreenProps extends NewEmailCalls {
  /** The one that the account has. */
  email: string;
  /** A code that came with the link of an e-mail. */
  code: string;
  onChanged: () => Promise<void>;
}

/** Another address: which one, the password, then the code that was sent there. */
export function ChangeEmailScreen({ email, code, onChanged, ...calls }: ChangeEmailScreenProps) {
  const t = useTexts();
  const proof = useProof();
  const form = useNewEmail(calls);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState(code === '' ? undefined : '');

  async function send(): Promise<void> {
    const wanted = typed.trim();
    const isSame = wanted.toLowerCase() === email.toLowerCase();
    if (isSame || !isPlainEmail(wanted))
      return setFault(t(isSame ? 'tpl:settings:email:same' : 'tpl:auth:fault_email'));
    const isSent = await form.send(wanted, proof.values);
    // A code of the second factor is valid once.
    if (isSent) proof.setCode('');
    if (isSent) setAsked(wanted);
  }

  if (asked !== undefined)
    return (
      <NewEmailCode
        email={asked}
        code={code}
        form={form}
        onOther={() => {
          form.clear();
          setAsked(undefined);
        }}
        onChanged={onChanged}
      />
    );
  return (
    <FormFrame
      saving={form}
      submit={{ text: t('tpl:settings:email:send'), isLow: true, isMissing: typed.trim() === '' || proof.isMissing }}
      onSubmit={() => void send()}
    >
      <Card kind="row">
        <ListRow
          icon="mail"
          on
          title={email === '' ? <Skeleton width="60%" height="20px" /> : <bdi>{email}</bdi>}
          text={t('tpl:settings:email:now')}
        />
      </Card>
      <TextField
        label={t('tpl:verification:new_email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={typed}
        onChange={(value) => {
          form.clear();
          setFault(undefined);
          setTyped(value);
        }}
        missing={typed.trim() === ''}
        error={fault ?? form.errors.email}
      />
      <ProofFields proof={proof} saving={form} email={email} />
      <Callout type="plain" icon="info" live={false}>
        {t('tpl:settings:email:note')}
      </Callout>
    </FormFrame>
  );
}
