import type { BiometricKind } from '@causeway/bridge/native/native-calls';
import { useEffect, useState } from 'react';
import type { TokenEvent } from '../../lib/session/session.ts';
import type { NativeApp } from '../../platform/native.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { Popup } from '../../ui/layout/popup.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import { HasPassword, hasPasswordOf } from '../../features/settings/use-proof.ts';
import { BiometricOffer } from './biometric-offer.tsx';
import { considerOffer } from './biometrics.ts';

/**
 * What only an app around the widget shows: the offer to sign in by biometrics after a sign-in with a password.
 */
export default function NativeParts({ app }: { app: NativeApp }) {
  const parts = useApp();
  const { client } = useAccount();
  const { session, log } = useRuntime();
  const t = useTexts();
  const [kind, setKind] = useState<BiometricKind>();

  useEffect(() => {
    function follow(event: TokenEvent | undefined): void {
      if (event !== 'signed-in') return setKind((offered) => (session.tokens() ? offered : undefined));
      considerOffer(parts, app)
        .then(setKind)
        .catch((error: unknown) => log.warn('Biometrics could not be offered', error));
    }
    // A sign-in may be quicker than this file.
    follow(session.lastEvent());
    return session.subscribe(follow);
  }, [session, parts, app, log]);

  return (
    <Popup
      open={kind !== undefined}
      onClose={() => setKind(undefined)}
      // Its texts are loaded when it is offered, not before.
      title={kind && t('tpl:native:biometric_title')}
      closeLabel={t('tpl:common:close')}
    >
      {kind && (
        <HasPassword value={hasPasswordOf(client)}>
          <BiometricOffer app={app} kind={kind} email={client.email} onDone={() => setKind(undefined)} />
        </HasPassword>
      )}
    </Popup>
  );
}
