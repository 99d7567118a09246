import { resetPasswordEndpoint } from '@causeway/contract/endpoints/reset-password.generated';
import { useState } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { NewPasswordFields, noPassword } from '../../parts/entry/new-password-fields.tsx';
import { RichText } from '../../parts/page/rich-text.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import text from '../../ui/layout/text.module.css';

export interface ResetScreenProps {
  /** The token of the e-mail's link. */
  token: string;
  onDone: () => void;
  onAnotherLink: () => void;
}

/**
 * Sets a new password by the link of an e-mail. It may claim an account, or open one: the button agrees to the terms,
 * which the line above it links to.
 */
export function ResetScreen({ token, onDone, onAnotherLink }: ResetScreenProps) {
  const { api, boot } = useRuntime();
  const { termsUrl = '', privacyUrl = '' } = boot.brand;
  const t = useTexts();
  const [chosen, setChosen] = useState(noPassword);
  const saving = useSave(['new_password', 'new_password_repeat', 'token']);
  if (saving.errors.token)
    return (
      <div className={layout.main}>
        <Callout>{saving.errors.token}</Callout>
        <Button big onClick={onAnotherLink}>
          {t('tpl:auth:reset_again')}
        </Button>
      </div>
    );
  return (
    <FormFrame
      saving={saving}
      submit={{
        text: t('tpl:auth:reset_save'),
        isMissing: chosen.newPassword === '' || chosen.newPasswordRepeat === '',
      }}
      onSubmit={() =>
        void saving
          .run(() => api.call(resetPasswordEndpoint, { token, ...chosen, isAgreeTerms: true }))
          .then((answer) => answer && onDone())
      }
    >
      <p className={text.lead}>{t('tpl:auth:reset_text')}</p>
      <NewPasswordFields
        value={chosen}
        onChange={(value) => {
          saving.clear();
          setChosen(value);
        }}
        errors={saving.errors}
      />
      <p className={`${text.xs} ${text.quiet}`}>
        <RichText>{t('tpl:auth:terms_line', { terms: termsUrl, privacy: privacyUrl })}</RichText>
      </p>
    </FormFrame>
  );
}
