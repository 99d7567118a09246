import { listPasskeysEndpoint } from '@causeway/contract/endpoints/list-passkeys.generated';
import { renamePasskeyEndpoint } from '@causeway/contract/endpoints/rename-passkey.generated';
import { useState } from 'react';
import { canMakePasskeys, knowsPasskeys } from '../../platform/passkeys.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { AddPasskeyForm } from './add-passkey-form.tsx';
import { LoadingBody } from './loading-body.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RemovePasskeyForm } from './remove-passkey-form.tsx';
import { RenameForm } from '../../parts/entry/rename-form.tsx';

type Act = { kind: 'rename' | 'remove'; id: string };

/** The client's passkeys: a list, adding one, renaming, removing. */
export function PasskeysScreen({ email, onDone }: { email: string; onDone: () => void }) {
  const { api, frame, toasts } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(listPasskeysEndpoint, {}));
  const [act, setAct] = useState<Act>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!data) return <LoadingBody error={error} onAgain={again} />;

  const saved = () => {
    setAct(undefined);
    toasts.show({ text: t('tpl:settings:saved') });
    again();
  };
  const chosen = data.passkeys.find(({ id }) => id === act?.id);
  const cancel = () => setAct(undefined);
  if (chosen && act?.kind === 'rename')
    return (
      <RenameForm
        name={chosen.name}
        label={t('tpl:settings:passkeys:name')}
        submit={t('tpl:settings:passkeys:save')}
        rename={(name) => api.call(renamePasskeyEndpoint, { id: chosen.id, name })}
        onRenamed={saved}
        onCancel={cancel}
      />
    );
  if (chosen) return <RemovePasskeyForm passkey={chosen} email={email} onRemoved={saved} onCancel={cancel} />;

  const hindrance = !knowsPasskeys() ? 'unknown' : canMakePasskeys(frame.isFramed) ? undefined : 'framed';
  return (
    <div className={layout.main}>
      <Callout type="plain" icon="info" live={false}>
        {t('tpl:settings:passkeys:lead')}
      </Callout>
      {data.passkeys.length > 0 && (
        <Card kind="flush">
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setAct({ kind: 'rename', id: passkey.id })}
              onRemove={() => setAct({ kind: 'remove', id: passkey.id })}
            />
          ))}
        </Card>
      )}
      {hindrance === undefined ? (
        <AddPasskeyForm
          // A fresh form for each one.
          key={data.passkeys.length}
          email={email}
          firstName={t('tpl:settings:passkeys:first_name', { number: data.passkeys.length + 1 })}
          onAdded={(recoveryCodes) => {
            if (recoveryCodes.length === 0) return saved();
            setCodes(recoveryCodes);
            return undefined;
          }}
        />
      ) : (
        <Callout type="info" live={false}>
          {t(`tpl:settings:passkeys:${hindrance}`)}
        </Callout>
      )}
    </div>
  );
}
