import type { BiometricKind } from '@causeway/bridge/native/protocol';
import { useEffect, useState } from 'react';
import type { NativeApp } from '../../platform/native.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Popup } from '../../ui/layout/popup.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import layout from '../../ui/layout/layout.module.css';
import text from '../../ui/layout/text.module.css';
import { useApp } from '../app-parts.ts';
import { considerOffer, turnOnBiometrics } from './biometrics.ts';

/** What only an app around the widget has on screen: the offer to sign in by biometrics after a sign-in with a password. */
export default function NativeParts({ app }: { app: NativeApp }) {
  const parts = useApp();
  const { session, texts, toasts, log } = useRuntime();
  const t = useTexts();
  const [kind, setKind] = useState<BiometricKind>();
  const [isBusy, setBusy] = useState(false);

  useEffect(
    () =>
      session.subscribe((event) => {
        if (event !== 'signed-in') return setKind((offered) => (session.tokens() ? offered : undefined));
        Promise.all([considerOffer(parts, app), texts.complete()])
          .then(([offered]) => setKind(offered))
          .catch((error: unknown) => log.warn('Biometrics could not be offered', error));
      }),
    [session, parts, app, texts, log],
  );

  async function accept(): Promise<void> {
    setBusy(true);
    if (await turnOnBiometrics(parts, app)) toasts.show({ text: t('tpl:native:biometric_on') });
    setBusy(false);
    setKind(undefined);
  }

  return (
    <Popup
      open={kind !== undefined}
      onClose={() => setKind(undefined)}
      // Its texts are there when it is offered, not before.
      title={kind && t('tpl:native:biometric_title')}
      closeLabel={t('tpl:common:close')}
      foot={
        kind && (
          <>
            <Button className={layout.grow ?? ''} busy={isBusy} onClick={() => void accept()}>
              {t('tpl:native:biometric_allow')}
            </Button>
            <QuietButton look="bare" onClick={() => setKind(undefined)}>
              {t('tpl:native:biometric_later')}
            </QuietButton>
          </>
        )
      }
    >
      {kind && <p className={text.lead}>{t('tpl:native:biometric_text', { kind })}</p>}
    </Popup>
  );
}
