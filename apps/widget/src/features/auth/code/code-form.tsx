import { FormFrame } from '../../../parts/page/form-frame.tsx';
import { RichText } from '../../../parts/page/rich-text.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import text from '../../../ui/layout/text.module.css';
import type { AuthForm } from '../use-auth-form.ts';
import type { CodeSignin } from './use-code-signin.ts';
import { OtherMethods } from '../components/other-methods.tsx';

export interface EmailFormProps {
  codes: CodeSignin;
  form: AuthForm;
  email: string;
  onEmail: (email: string) => void;
  /** Opens the forms with a password. */
  onPassword: () => void;
}

/** One field: the address that gets a code. The button agrees to the terms, which the line above it links to. */
export function EmailForm({ codes, form, email, onEmail, onPassword }: EmailFormProps) {
  const { termsUrl = '', privacyUrl = '' } = useRuntime().boot.brand;
  const t = useTexts();
  return (
    <FormFrame
      isPart
      saving={{ isBusy: codes.isBusy, error: codes.errors.form ?? form.errors.form }}
      submit={{ text: t('tpl:auth:code_submit') }}
      after={
        <>
          <OtherMethods form={form} given={{ password: '', isAgreed: false }} passkey={{ account: undefined }} />
          <p className={text.center}>
            <LinkButton onClick={onPassword}>{t('tpl:auth:with_password')}</LinkButton>
          </p>
        </>
      }
      onSubmit={() => void codes.send(email)}
    >
      <TextField
        label={t('tpl:auth:email')}
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        help={t('tpl:auth:code_lead')}
        value={email}
        onChange={(value) => {
          onEmail(value);
          codes.clear('email');
        }}
        error={codes.errors.email}
      />
      <p className={`${text.xs} ${text.quiet}`}>
        <RichText>{t('tpl:auth:terms_line', { terms: termsUrl, privacy: privacyUrl })}</RichText>
      </p>
    </FormFrame>
  );
}
