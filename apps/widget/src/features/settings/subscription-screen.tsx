import { getSubscriptionEndpoint } from '@causeway/contract/endpoints/get-subscription.generated';
import { updateSubscriptionEndpoint } from '@causeway/contract/endpoints/update-subscription.generated';
import { type EmailSwitch, eachSwitch, emailSwitches } from '@causeway/contract/shapes/email-switches';
import { useState } from 'react';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { useSave } from '../../platform/use-save.ts';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Note } from '../../ui/feedback/note.tsx';
import { SwitchRow } from '../../ui/fields/switch-row.tsx';
import { LoadingBody } from './loading-body.tsx';

/** Switches for order e-mails, news and offers; each is saved when it is turned. */
export function SubscriptionScreen() {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(getSubscriptionEndpoint, {}));
  const [choice, setChoice] = useState<Record<EmailSwitch, boolean>>();
  const saving = useSave([]);
  if (!data) return <LoadingBody error={error} onAgain={again} />;
  const shown = choice ?? eachSwitch((kind) => data[kind] === 1);

  async function turn(kind: EmailSwitch, isWanted: boolean): Promise<void> {
    const next = { ...shown, [kind]: isWanted };
    setChoice(next);
    if (await saving.run(() => api.call(updateSubscriptionEndpoint, next)))
      toasts.show({ text: t('tpl:settings:saved') });
    else setChoice(shown);
  }

  return (
    <div className={layout.main}>
      <Card kind="flush">
        {emailSwitches.map((kind) => (
          <SwitchRow
            key={kind}
            isOn={shown[kind]}
            busy={saving.isBusy}
            onTurn={(isWanted) => void turn(kind, isWanted)}
          >
            {t(`tpl:settings:subscription:${kind}`)}
          </SwitchRow>
        ))}
      </Card>
      {saving.error && <Note>{saving.error}</Note>}
      <Note type="plain" icon="lock" live={false}>
        {t('tpl:settings:subscription:security')}
      </Note>
    </div>
  );
}
