import { removePasskeyEndpoint } from '@causeway/contract/endpoints/remove-passkey.generated';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import type { Passkey } from './passkey-row.tsx';
import { ProofFields } from './proof-fields.tsx';
import { useProof } from './use-proof.ts';

export interface RemovePasskeyFormProps {
  passkey: Passkey;
  email: string;
  onRemoved: () => void;
  onCancel: () => void;
}

/** Password, and the second factor if there is one, before a passkey is removed. */
export function RemovePasskeyForm({ passkey, email, onRemoved, onCancel }: RemovePasskeyFormProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const proof = useProof();
  const saving = useSave(['password', 'code']);
  const values = { id: passkey.id, ...proof.values };
  return (
    <FormFrame
      saving={saving}
      submit={{ text: t('tpl:settings:passkeys:remove_it'), isDanger: true, isMissing: proof.isMissing }}
      after={
        <QuietButton look="bare" onClick={onCancel}>
          {t('tpl:common:back')}
        </QuietButton>
      }
      onSubmit={() =>
        void saving.finish(() => api.call(removePasskeyEndpoint, values)).then((answer) => answer && onRemoved())
      }
    >
      <Callout type="warning" live={false} title={t('tpl:settings:passkeys:removing', { name: passkey.name })}>
        {t('tpl:settings:passkeys:removing_text')}
      </Callout>
      <ProofFields autoFocus proof={proof} saving={saving} email={email} />
    </FormFrame>
  );
}
