import { deleteAccountEndpoint } from '@causeway/contract/endpoints/delete-account.generated';
import { useState } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ProofFields } from './proof-fields.tsx';
import { useProof } from './use-proof.ts';

/** Warning, password, a typed confirmation. */
export function DeleteAccountScreen({ email, onDeleted }: { email: string; onDeleted: () => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const proof = useProof();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const saving = useSave(['password', 'code']);
  const word = t('tpl:settings:delete-account:word');
  const isConfirmed = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase();

  async function remove(): Promise<void> {
    const values = { ...proof.values, reason: reason.trim(), isAgree: isConfirmed };
    if (await saving.finish(() => api.call(deleteAccountEndpoint, values))) onDeleted();
  }

  return (
    <FormFrame
      saving={saving}
      submit={{
        text: t('tpl:settings:delete-account:delete'),
        isDanger: true,
        isLow: true,
        isMissing: proof.isMissing || !isConfirmed,
      }}
      onSubmit={() => void remove()}
    >
      <Callout type="warning" live={false} title={t('tpl:settings:delete-account:warning')}>
        {t('tpl:settings:delete-account:warning_text')}
      </Callout>
      <ProofFields proof={proof} saving={saving} email={email} />
      <TextAreaField label={t('tpl:settings:delete-account:reason')} value={reason} onChange={setReason} />
      <TextField
        label={t('tpl:settings:delete-account:confirm', { word })}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        missing={!isConfirmed}
      />
    </FormFrame>
  );
}
