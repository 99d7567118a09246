import { changePasswordEndpoint } from '@causeway/contract/endpoints/change-password.generated';
import { useState } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { NewPasswordFields, noPassword } from '../../parts/entry/new-password-fields.tsx';
import { useHasPassword } from './use-proof.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { PresentPasswordField } from './present-password-field.tsx';
import { SecondCodeField } from './second-code-field.tsx';

/** Old, new, repeat; the other sessions end. */
export function ChangePasswordScreen({ email, onDone }: { email: string; onDone: () => void }) {
  const { api, session } = useRuntime();
  const t = useTexts();
  const hasPassword = useHasPassword();
  const [oldPassword, setOld] = useState('');
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState(noPassword);
  const saving = useSave(['old_password', 'new_password', 'new_password_repeat', 'code']);

  async function change(): Promise<void> {
    const values = { ...(hasPassword && { oldPassword }), ...chosen, ...(code !== '' && { code }) };
    const answer = await saving.run(() => api.call(changePasswordEndpoint, values));
    if (answer && session.set(answer, 'refreshed')) onDone();
  }

  return (
    <FormFrame
      saving={saving}
      submit={{
        text: t('tpl:settings:change-password:save'),
        isLow: true,
        isMissing:
          (hasPassword !== false && oldPassword === '') || chosen.newPassword === '' || chosen.newPasswordRepeat === '',
      }}
      onSubmit={() => void change()}
    >
      <PresentPasswordField
        label={t('tpl:settings:change-password:old')}
        email={email}
        value={oldPassword}
        onChange={(value) => {
          saving.clear();
          setOld(value);
        }}
        error={saving.errors.old_password}
      />
      <NewPasswordFields
        value={chosen}
        onChange={(value) => {
          saving.clear();
          setChosen(value);
        }}
        errors={saving.errors}
      />
      <SecondCodeField value={code} onChange={setCode} error={saving.errors.code} />
      <Callout type="plain" icon="info" live={false}>
        {t('tpl:settings:change-password:others')}
      </Callout>
    </FormFrame>
  );
}
