import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { useLoaded } from '../../shell/use-loaded.ts';
import { useSave } from '../../shell/use-save.ts';
import { Card } from '../../ui/card.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { QuietButton } from '../../ui/quiet-button.tsx';
import text from '../../ui/text.module.css';
import { endSessionEndpoint } from './api/end-session.ts';
import { sessionsEndpoint } from './api/list-sessions.ts';
import { DeviceRow } from './device-row.tsx';
import { LoadingBody } from './loading-body.tsx';

/** Where the client is signed in, with sign-out from afar, and what ended lately. */
export function DevicesScreen() {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(sessionsEndpoint, {}));
  const saving = useSave([]);
  if (!data) return <LoadingBody error={error} onAgain={again} />;
  const living = data.sessions.filter((session) => session.endedAt === 0);
  const ended = data.sessions.filter((session) => session.endedAt > 0);
  const end = async (values: { id?: string; isOthers?: boolean }) => {
    if (await saving.run(() => api.call(endSessionEndpoint, values))) again();
  };
  return (
    <div className={layout.main}>
      <h2>{t('tpl:settings:devices:living')}</h2>
      <Card kind="flush">
        {living.map((session) => (
          <DeviceRow
            key={session.id}
            session={session}
            isBusy={saving.isBusy}
            onEnd={session.isCurrent === 1 ? undefined : () => void end({ id: session.id })}
          />
        ))}
      </Card>
      {saving.error && <Note>{saving.error}</Note>}
      {living.length > 1 && (
        <QuietButton look="danger" busy={saving.isBusy} onClick={() => void end({ isOthers: true })}>
          {t('tpl:settings:devices:end_others')}
        </QuietButton>
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
