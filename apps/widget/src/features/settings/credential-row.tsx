import type { ClientCredential } from '@causeway/contract/calls/list-sessions';
import { endSessionEndpoint } from '@causeway/contract/endpoints/end-session.generated';
import { dateText } from '../../lib/format/moment-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ListRow } from '../../ui/layout/list-row.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';

export interface CredentialRowProps {
  credential: ClientCredential;
  /** Opens the page where passkeys are removed: that asks for proofs. */
  onPasskeys: () => void;
  onEnded: () => void;
}

/** A sign-in credential besides password and sessions, with the button that ends it. */
export function CredentialRow({ credential, onPasskeys, onEnded }: CredentialRowProps) {
  const { api, texts } = useRuntime();
  const t = useTexts();
  const saving = useSave([]);
  const { id, kind, createdAt, lastUsedAt } = credential;
  const day = (seconds: number) => dateText(seconds, texts.language());
  const name = credential.name === '' ? t('tpl:settings:devices:unknown') : credential.name;
  const used =
    lastUsedAt > 0
      ? t('tpl:settings:devices:seen', { day: day(lastUsedAt) })
      : t('tpl:settings:passkeys:added', { day: day(createdAt) });
  const isPasskey = kind === 'passkey';
  const end = async () => {
    if (await saving.run(() => api.call(endSessionEndpoint, { credentialId: id }))) onEnded();
  };
  return (
    <>
      <ListRow
        icon={isPasskey ? 'key-round' : 'smartphone'}
        title={t(`tpl:settings:devices:${kind}`)}
        text={`${name} · ${used}`}
        end={
          <QuietButton
            small
            look="line"
            busy={saving.isBusy}
            aria-label={t(isPasskey ? 'tpl:settings:devices:manage_label' : 'tpl:settings:devices:remove_label', {
              name: `${t(`tpl:settings:devices:${kind}`)}, ${name}`,
            })}
            onClick={isPasskey ? onPasskeys : () => void end()}
          >
            {t(isPasskey ? 'tpl:settings:devices:manage' : 'tpl:settings:devices:remove')}
          </QuietButton>
        }
      />
      {saving.error && <Callout>{saving.error}</Callout>}
    </>
  );
}
