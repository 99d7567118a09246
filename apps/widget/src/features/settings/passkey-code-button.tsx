import { confirmByPasskeyEndpoint } from '@causeway/contract/endpoints/confirm-by-passkey.generated';
import { listPasskeysEndpoint } from '@causeway/contract/endpoints/list-passkeys.generated';
import { startConfirmByPasskeyEndpoint } from '@causeway/contract/endpoints/start-confirm-by-passkey.generated';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { knowsPasskeys, signByPasskey } from '../../platform/passkeys.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { useSave } from '../../platform/use-save.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';

/** Shows a passkey in place of a code; absent for a client without one. */
export function PasskeyCodeButton({ onCode }: { onCode: (code: string) => void }) {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const { data } = useLoaded(() => api.call(listPasskeysEndpoint, {}));
  const saving = useSave([]);
  if (!knowsPasskeys() || !data || data.passkeys.length === 0) return null;

  async function show(): Promise<void> {
    const started = await saving.run(() => api.call(startConfirmByPasskeyEndpoint, {}));
    if (!started) return;
    const passkey = await signByPasskey(started.options);
    if (passkey === undefined) return toasts.show({ text: t('tpl:auth:passkey_stopped') });
    const answer = await saving.run(() => api.call(confirmByPasskeyEndpoint, { passkey }));
    if (answer) onCode(answer.code);
  }

  return (
    <>
      <QuietButton look="line" icon="key-round" busy={saving.isBusy} onClick={() => void show()}>
        {t('tpl:auth:passkey_second')}
      </QuietButton>
      {saving.error && <Callout>{saving.error}</Callout>}
    </>
  );
}
