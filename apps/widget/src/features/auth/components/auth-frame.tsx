import type { ReactNode } from 'react';
import { FormFrame } from '../../../parts/page/form-frame.tsx';
import { useTexts } from '../../../platform/runtime.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { AuthFormProps } from './auth-form-props.ts';

export interface AuthFrameProps extends Pick<AuthFormProps, 'id' | 'form' | 'email' | 'onEmail'> {
  label: string;
  /** The autocomplete kind of the e-mail field for password managers. */
  emailKind: 'username' | 'email';
  submit: string;
  /** Content after the button. */
  after?: ReactNode;
  children: ReactNode;
  onSubmit: () => void;
}

/** The shared part of signing in and registering: the panel and the e-mail. */
export function AuthFrame(props: AuthFrameProps) {
  const { id, form, email, onEmail, label, emailKind, submit, after, children, onSubmit } = props;
  const t = useTexts();
  return (
    // A form may be no panel itself (ARIA in HTML).
    <div id={id} role="tabpanel" aria-label={label}>
      <FormFrame
        isPart
        saving={{ isBusy: form.isBusy, error: form.errors.form }}
        submit={{ text: submit }}
        after={after}
        onSubmit={onSubmit}
      >
        <TextField
          label={t('tpl:auth:email')}
          type="email"
          name="email"
          autoComplete={emailKind}
          value={email}
          onChange={(value) => {
            onEmail(value);
            form.clear('email');
          }}
          error={form.errors.email}
        />
        {children}
      </FormFrame>
    </div>
  );
}
