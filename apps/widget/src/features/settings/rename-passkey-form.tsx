import { renamePasskeyEndpoint } from '@causeway/contract/endpoints/rename-passkey.generated';
import { useState } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { Passkey } from './passkey-row.tsx';

export interface RenamePasskeyFormProps {
  passkey: Passkey;
  onRenamed: () => void;
  onCancel: () => void;
}

export function RenamePasskeyForm({ passkey, onRenamed, onCancel }: RenamePasskeyFormProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const [name, setName] = useState(passkey.name);
  const saving = useSave(['name']);
  const values = { id: passkey.id, name: name.trim() };
  return (
    <FormFrame
      saving={saving}
      submit={{ text: t('tpl:settings:passkeys:save'), isMissing: values.name === '' }}
      after={
        <QuietButton look="bare" onClick={onCancel}>
          {t('tpl:common:back')}
        </QuietButton>
      }
      onSubmit={() =>
        void saving.run(() => api.call(renamePasskeyEndpoint, values)).then((answer) => answer && onRenamed())
      }
    >
      <TextField
        label={t('tpl:settings:passkeys:name')}
        autoComplete="off"
        autoFocus
        maxLength={60}
        value={name}
        onChange={setName}
        error={saving.errors.name}
      />
    </FormFrame>
  );
}
