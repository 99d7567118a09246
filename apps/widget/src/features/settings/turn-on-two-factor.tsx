import { enableTwoFactorEndpoint } from '@causeway/contract/endpoints/enable-two-factor.generated';
import { useState } from 'react';
import { LateQr } from '../../parts/entry/late-qr.tsx';
import { useAsking } from '../../parts/entry/use-asking.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { codeLength } from '../../ui/fields/code-input-rules.ts';
import { MissingFault } from '../../ui/fields/text-field.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ProofFields } from './proof-fields.tsx';
import styles from './two-factor.module.css';
import { useProof } from './use-proof.ts';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { useCopy } from '../../ui/buttons/use-copy.ts';

interface TurnOnTwoFactorProps {
  setUp: { key: string; keyNice: string; url: string };
  email: string;
  /** Given the recovery codes, which are shown once. */
  onOn: (recoveryCodes: readonly string[]) => void;
}

/** Scan, then type the code that the app shows, and prove that the owner asks. */
export function TurnOnTwoFactor({ setUp, email, onOn }: TurnOnTwoFactorProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const [code, setCode] = useState('');
  const proof = useProof();
  const saving = useSave(['code', 'password', 'proof_code']);
  const { ref, fault, button, ask } = useAsking(
    code.length < codeLength || proof.isMissing,
    saving.isBusy,
    t('tpl:error:REQUIRED'),
  );

  async function turnOn(typed: string): Promise<void> {
    if (typed.length !== codeLength || proof.isMissing) return;
    const { code: proofCode, ...shown } = proof.values;
    const values = { key: setUp.key, code: typed, ...shown, ...(proofCode !== undefined && { proofCode }) };
    const answer = await saving.run(() => api.call(enableTwoFactorEndpoint, values));
    if (answer) onOn(answer.recoveryCodes);
  }

  return (
    <form
      ref={ref}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void turnOn(code);
      }}
    >
      <MissingFault value={fault}>
        <ProofFields
          proof={proof}
          saving={{ errors: { password: saving.errors.password, code: saving.errors.proof_code }, clear: saving.clear }}
          email={email}
        />
      </MissingFault>
      <section className={styles.scan} aria-labelledby="scan-title">
        <h2 id="scan-title">{t('tpl:settings:2fa:scan')}</h2>
        <LateQr text={setUp.url} label={t('tpl:settings:2fa:qr')} />
        <SetUpKey keyNice={setUp.keyNice} value={setUp.key} />
      </section>
      <h2>{t('tpl:settings:2fa:enter')}</h2>
      <CodeField
        label={t('tpl:settings:2fa:code_label')}
        value={code}
        onChange={(value) => {
          saving.clear();
          setCode(value);
        }}
        onComplete={(value) => (proof.isMissing ? ask() : void turnOn(value))}
        busy={saving.isBusy}
        error={saving.errors.code ?? (code === '' ? fault : undefined)}
      />
      {saving.error && <Callout>{saving.error}</Callout>}
      <Button big type="submit" className={layout.push} {...button}>
        {t('tpl:settings:2fa:turn_on')}
      </Button>
    </form>
  );
}

/** The key for a client who cannot scan: readable in groups, copied without spaces. */
function SetUpKey({ keyNice, value }: { keyNice: string; value: string }) {
  const t = useTexts();
  const { isCopied, copy } = useCopy({ text: value });
  return (
    <div className={styles.setUp}>
      <p className={styles.key} dir="ltr">
        <span className="vh">{t('tpl:settings:2fa:key')}</span> {keyNice}
      </p>
      <QuietButton small look="line" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {t('tpl:settings:2fa:copy_key')}
      </QuietButton>
    </div>
  );
}
