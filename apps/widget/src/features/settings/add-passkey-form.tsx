import { addPasskeyEndpoint } from '@causeway/contract/endpoints/add-passkey.generated';
import { startPasskeyEndpoint } from '@causeway/contract/endpoints/start-passkey.generated';
import { useState } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { makePasskey } from '../../platform/passkeys.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ProofFields } from './proof-fields.tsx';
import { useProof } from './use-proof.ts';

export interface AddPasskeyFormProps {
  email: string;
  /** Its name unless its owner chooses another. */
  firstName: string;
  /** Given the recovery codes, when this is the first second factor. */
  onAdded: (recoveryCodes: readonly string[]) => void;
}

/** The password once more, then the browser's own window. */
export function AddPasskeyForm({ email, firstName, onAdded }: AddPasskeyFormProps) {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const [name, setName] = useState(firstName);
  const proof = useProof();
  const saving = useSave(['password', 'code', 'name']);

  async function add(): Promise<void> {
    const started = await saving.run(() => api.call(startPasskeyEndpoint, proof.values));
    if (!started) return;
    const credential = await makePasskey(started.options);
    // A code is valid once: another attempt needs another one.
    proof.setCode('');
    if (credential === undefined) return toasts.show({ text: t('tpl:settings:passkeys:stopped') });
    const answer = await saving.run(() => api.call(addPasskeyEndpoint, { credential, name: name.trim() || firstName }));
    if (answer) onAdded(answer.recoveryCodes);
  }

  return (
    <FormFrame
      isPart
      saving={saving}
      submit={{ text: t('tpl:settings:passkeys:add'), icon: 'key-round', isMissing: proof.isMissing }}
      onSubmit={() => void add()}
    >
      <TextField
        label={t('tpl:settings:passkeys:name')}
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={setName}
        error={saving.errors.name}
      />
      <ProofFields proof={proof} saving={saving} email={email} />
    </FormFrame>
  );
}
