import { knowsPasskeys } from '../../../platform/passkeys.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { QuietButton } from '../../../ui/quiet-button.tsx';
import text from '../../../ui/text.module.css';
import type { AuthForm } from '../use-auth-form.ts';

export interface PasskeyButtonProps {
  form: AuthForm;
  /** Once a second factor is asked for: the passkey stands for it. */
  account: { email: string; password: string } | undefined;
  /** One of several other ways: the "or" stands above them. */
  isFurther?: boolean;
}

/** The way in without a password, where the browser has it. */
export function PasskeyButton({ form, account, isFurther }: PasskeyButtonProps) {
  const t = useTexts();
  if (!knowsPasskeys()) return null;
  return (
    <>
      {!isFurther && <p className={text.or}>{t('tpl:auth:or')}</p>}
      <QuietButton look="line" icon="key-round" busy={form.isBusy} onClick={() => void form.submitPasskey(account)}>
        {t(account ? 'tpl:auth:passkey_second' : 'tpl:auth:passkey')}
      </QuietButton>
    </>
  );
}
