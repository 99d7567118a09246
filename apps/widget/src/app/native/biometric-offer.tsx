import type { BiometricKind } from '@causeway/bridge/native/native-calls';
import { ProofFields } from '../../features/settings/proof-fields.tsx';
import { useProof } from '../../features/settings/use-proof.ts';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import type { NativeApp } from '../../platform/native.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';
import { useApp } from '../app-parts.ts';
import { keepToken, requestBiometricToken } from './biometrics.ts';

export interface BiometricOfferProps {
  app: NativeApp;
  kind: BiometricKind;
  email: string;
  onDone: () => void;
}

/** The device's capability, and the password once more: only the owner may let a device sign in by itself. */
export function BiometricOffer({ app, kind, email, onDone }: BiometricOfferProps) {
  const parts = useApp();
  const { toasts } = useRuntime();
  const t = useTexts();
  const proof = useProof();
  const saving = useSave(['password', 'code']);

  async function accept(): Promise<void> {
    const answer = await saving.run(() => requestBiometricToken(parts, app, proof.values));
    if (!answer) return;
    const isKept = await keepToken(parts, app, answer.biometricToken, answer.biometricTokenExpirationAt);
    if (isKept) toasts.show({ text: t('tpl:native:biometric_on') });
    onDone();
  }

  return (
    <FormFrame
      isPart
      saving={saving}
      submit={{ text: t('tpl:native:biometric_allow'), isMissing: proof.isMissing }}
      after={
        <QuietButton look="bare" onClick={onDone}>
          {t('tpl:native:biometric_later')}
        </QuietButton>
      }
      onSubmit={() => void accept()}
    >
      <p className={text.lead}>{t('tpl:native:biometric_text', { kind })}</p>
      <ProofFields proof={proof} saving={saving} email={email} />
    </FormFrame>
  );
}
