import { useState } from 'react';
import { FormFrame } from '../../../parts/page/form-frame.tsx';
import type { WaitingSignin } from '../../../platform/native.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import text from '../../../ui/layout/text.module.css';
import type { AuthForm } from '../use-auth-form.ts';
import { OtherMethods } from './other-methods.tsx';
import { SecondCode } from './second-code.tsx';

/** After biometrics: the second factor of the account and nothing else, since the device has shown who is there. */
export function SecondStepForm({ form, waiting }: { form: AuthForm; waiting: WaitingSignin }) {
  const t = useTexts();
  const [code, setCode] = useState('');
  return (
    <FormFrame
      isPart
      saving={{ isBusy: form.isBusy, error: form.errors.form }}
      submit={{ text: t('tpl:auth:login'), isMissing: code.trim() === '' }}
      after={<OtherMethods form={form} given={{ password: '', isAgreed: false }} passkey={{ account: undefined }} />}
      onSubmit={() => void form.submitSecond(waiting, code)}
    >
      <p className={text.lead}>{t('tpl:auth:second_lead')}</p>
      <SecondCode form={form} help={waiting.text} code={code} onCode={setCode} />
      <LinkButton onClick={waiting.stop}>{t('tpl:auth:second_way')}</LinkButton>
    </FormFrame>
  );
}
