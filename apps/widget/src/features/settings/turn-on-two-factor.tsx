import { useState } from 'react';
import { LateQr } from '../../parts/entry/late-qr.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { codeLength } from '../../ui/fields/code-input-rules.ts';
import layout from '../../ui/layout/layout.module.css';
import { Note } from '../../ui/feedback/note.tsx';
import { enableTwoFactorEndpoint } from './api/enable-two-factor.ts';
import { SetUpKey } from './set-up-key.tsx';
import styles from './two-factor.module.css';

export interface TurnOnTwoFactorProps {
  setUp: { key: string; keyNice: string; url: string };
  /** Given the recovery codes, which are shown once. */
  onOn: (recoveryCodes: readonly string[]) => void;
}

/** Scan, then type the code that the app shows. */
export function TurnOnTwoFactor({ setUp, onOn }: TurnOnTwoFactorProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const [code, setCode] = useState('');
  const saving = useSave(['code']);

  async function turnOn(typed: string): Promise<void> {
    if (typed.length !== codeLength) return;
    const answer = await saving.run(() => api.call(enableTwoFactorEndpoint, { key: setUp.key, code: typed }));
    if (answer) onOn(answer.recoveryCodes);
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void turnOn(code);
      }}
    >
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
        onComplete={(value) => void turnOn(value)}
        busy={saving.isBusy}
        error={saving.errors.code}
      />
      {saving.error && <Note>{saving.error}</Note>}
      <Button big type="submit" className={layout.push} busy={saving.isBusy} disabled={code.length < codeLength}>
        {t('tpl:settings:2fa:turn_on')}
      </Button>
    </form>
  );
}
