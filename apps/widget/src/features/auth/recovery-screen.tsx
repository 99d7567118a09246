import { requestRecoveryEndpoint } from '@causeway/contract/endpoints/request-recovery.generated';
import { useState } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import layout from '../../ui/layout/layout.module.css';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { StrongValue } from '../../ui/layout/strong-value.tsx';
import text from '../../ui/layout/text.module.css';
import { TextField } from '../../ui/fields/text-field.tsx';
import { readDevice } from './device.ts';
import { checkCredentials } from './rules/check-credentials.ts';

/** Sends a link for a new password; shows the same whether or not there is such an account. */
export function RecoveryScreen() {
  const { api, captcha, native } = useRuntime();
  const t = useTexts();
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const saving = useSave(['email']);

  async function send(): Promise<void> {
    const wrong = checkCredentials({ email, password: '-' }).email;
    setFault(wrong && t(`tpl:auth:fault_${wrong}`));
    if (wrong) return;
    const { deviceId } = readDevice(native.getState().app);
    const answer = await saving.run(async () => {
      const gRecaptchaResponse = await captcha.token('recovery');
      return api.call(requestRecoveryEndpoint, { email: email.trim(), deviceId, gRecaptchaResponse });
    });
    if (answer) setSentTo(email.trim());
  }

  if (sentTo !== undefined)
    return (
      <div className={layout.main}>
        <div className={`${text.stackS} ${text.opening}`} role="status">
          <h2 className={text.title}>{t('tpl:auth:recovery_sent')}</h2>
          <p className={text.lead}>
            <StrongValue sentence={t('tpl:auth:recovery_sent_text', { email: sentTo })} value={sentTo} />
          </p>
        </div>
        <QuietButton look="line" onClick={() => setSentTo(undefined)}>
          {t('tpl:verification:other_email')}
        </QuietButton>
      </div>
    );
  return (
    <FormFrame saving={saving} submit={{ text: t('tpl:auth:recovery_send') }} onSubmit={() => void send()}>
      <p className={text.lead}>{t('tpl:auth:recovery_text')}</p>
      <TextField
        label={t('tpl:auth:email')}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(value) => {
          setEmail(value);
          setFault(undefined);
          saving.clear();
        }}
        error={fault ?? saving.errors.email}
      />
    </FormFrame>
  );
}
