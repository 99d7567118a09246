import { endSessionEndpoint } from '@causeway/contract/endpoints/end-session.generated';
import { listSessionsEndpoint } from '@causeway/contract/endpoints/list-sessions.generated';
import { useRef, useState } from 'react';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { useSave } from '../../platform/use-save.ts';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';
import { CredentialRow } from './credential-row.tsx';
import { DeviceRow, type DeviceSession } from './device-row.tsx';
import { LoadingBody } from './loading-body.tsx';

const others = 'others';

/** Where the client is signed in, with sign-out from afar, and what ended lately. */
export function DevicesScreen({ onPasskeys }: { onPasskeys: () => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(listSessionsEndpoint, {}));
  const saving = useSave([]);
  const [ending, setEnding] = useState<string>();
  // An ended session keeps its place, so that a second tap never hits another device.
  const [first, setFirst] = useState<ReadonlySet<string>>();
  // Sessions that were ended here, which the list shows only once it was read again.
  const over = useRef(new Set<string>());
  if (!data) return <LoadingBody error={error} onAgain={again} />;
  const isLiving = ({ id, endedAt }: DeviceSession) => endedAt === 0 || first?.has(id) === true;
  const [living, ended] = [data.sessions.filter(isLiving), data.sessions.filter((session) => !isLiving(session))];
  const end = async (which: string) => {
    const isMeant = ({ id, isCurrent, endedAt }: DeviceSession) =>
      which === others ? isCurrent === 0 && endedAt === 0 : id === which;
    const ids = living.filter(isMeant).map(({ id }) => id);
    if (ids.every((id) => over.current.has(id))) return;
    setEnding(which);
    setFirst(new Set(living.map(({ id }) => id)));
    const values = which === others ? { isOthers: true } : { id: which };
    if (!(await saving.run(() => api.call(endSessionEndpoint, values)))) return;
    for (const id of ids) over.current.add(id);
    again();
  };
  const isEnding = (which: string) => saving.isBusy && ending === which;
  return (
    <div className={layout.main}>
      <h2>{t('tpl:settings:devices:living')}</h2>
      <Card kind="flush">
        {living.map((session) => (
          <DeviceRow
            key={session.id}
            session={session}
            isBusy={isEnding(session.id)}
            onEnd={session.isCurrent === 1 || session.endedAt > 0 ? undefined : () => void end(session.id)}
          />
        ))}
      </Card>
      {saving.error && <Callout>{saving.error}</Callout>}
      {living.some(({ isCurrent, endedAt }) => isCurrent === 0 && endedAt === 0) && (
        <QuietButton look="danger" busy={isEnding(others)} onClick={() => void end(others)}>
          {t('tpl:settings:devices:end_others')}
        </QuietButton>
      )}
      {data.credentials.length > 0 && (
        <section className={text.stack}>
          <h2>{t('tpl:settings:devices:credentials')}</h2>
          <Card kind="flush">
            {data.credentials.map((credential) => (
              <CredentialRow key={credential.id} credential={credential} onPasskeys={onPasskeys} onEnded={again} />
            ))}
          </Card>
        </section>
      )}
      {ended.length > 0 && (
        <section className={text.stack}>
          <h2>{t('tpl:settings:devices:ended')}</h2>
          <Card kind="flush">
            {ended.map((session) => (
              <DeviceRow key={session.id} session={session} isBusy={false} onEnd={undefined} />
            ))}
          </Card>
        </section>
      )}
    </div>
  );
}
