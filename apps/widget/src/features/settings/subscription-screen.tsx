import { getSubscriptionEndpoint } from '@causeway/contract/endpoints/get-subscription.generated';
import { updateSubscriptionEndpoint } from '@causeway/contract/endpoints/update-subscription.generated';
import {
  type NotificationSwitch,
  advertisingSwitches,
  eachSwitch,
  eventKinds,
  eventSwitches,
  notificationSwitches,
} from '@causeway/contract/shapes/notification-switches';
import { useId, useState, type ReactNode } from 'react';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { useSave } from '../../platform/use-save.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { SwitchRow } from '../../ui/fields/switch-row.tsx';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import text from '../../ui/layout/text.module.css';
import { LoadingBody } from './loading-body.tsx';
import { canPush } from './push/browser-push.ts';
import { PushHere } from './push/push-here.tsx';

interface SubscriptionScreenProps {
  /** This browser, where it may show push messages itself; an app around has its own. */
  browserId: string | undefined;
}

/** By which channels the client learns of what; each switch is saved when it is turned. */
export function SubscriptionScreen({ browserId }: SubscriptionScreenProps) {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(getSubscriptionEndpoint, {}));
  const [choice, setChoice] = useState<Record<NotificationSwitch, boolean>>();
  const saving = useSave([]);
  if (!data) return <LoadingBody error={error} onAgain={again} />;
  const shown = choice ?? eachSwitch(notificationSwitches, (name) => data[name] === 1);

  async function turn(name: NotificationSwitch, isWanted: boolean): Promise<void> {
    const next = { ...shown, [name]: isWanted };
    setChoice(next);
    if (await saving.run(() => api.call(updateSubscriptionEndpoint, next)))
      toasts.show({ text: t('tpl:settings:saved') });
    else setChoice(shown);
  }
  const row = (name: NotificationSwitch, label: string) => (
    <SwitchRow key={name} isOn={shown[name]} busy={saving.isBusy} onTurn={(isWanted) => void turn(name, isWanted)}>
      {label}
    </SwitchRow>
  );

  return (
    <div className={layout.main}>
      {browserId !== undefined && data.pushKey !== '' && canPush() && (
        <PushHere deviceId={browserId} pushKey={data.pushKey} isOn={data.isPushHere === 1} />
      )}
      {eventKinds.map((kind) => (
        <Group key={kind} title={t(`tpl:settings:subscription:${kind}`)}>
          {Object.entries(eventSwitches[kind]).map(([channel, name]) =>
            row(name, t(`tpl:settings:subscription:by_${channel}`)),
          )}
        </Group>
      ))}
      <Group title={t('tpl:settings:subscription:ours')}>
        {advertisingSwitches.map(({ name }) => row(name, t(`tpl:settings:subscription:${name}`)))}
      </Group>
      {saving.error && <Callout>{saving.error}</Callout>}
      <Callout type="plain" icon="lock" live={false}>
        {t('tpl:settings:subscription:security_always')}
      </Callout>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <h2 id={id} className={text.eyebrow}>
        {title}
      </h2>
      <Card kind="flush">{children}</Card>
    </div>
  );
}
