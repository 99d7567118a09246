import { savePushTokenEndpoint } from '@causeway/contract/endpoints/save-push-token.generated';
import { useState } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useSave } from '../../../platform/use-save.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { isPushBlocked, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';

interface PushHereProps {
  deviceId: string;
  /** The server's public key. */
  pushKey: string;
  isOn: boolean;
}

/** Push messages to this browser: the browser asks the person when the switch is turned, and never before. */
export function PushHere({ deviceId, pushKey, isOn: isOnAtFirst }: PushHereProps) {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const [isOn, setOn] = useState(isOnAtFirst);
  const [isBlocked, setBlocked] = useState(isPushBlocked);
  const [isRefused, setRefused] = useState(false);
  const saving = useSave([]);

  async function turn(isEnabled: boolean): Promise<void> {
    setRefused(false);
    const saved = await saving.run(async () => {
      const subscription = isEnabled ? await subscribeBrowser(pushKey) : 'none';
      setBlocked(isPushBlocked());
      if (subscription === undefined) {
        setRefused(true);
        return { success: 1 as const, errors: [], isNo: true };
      }
      const fields = { pushToken: subscription, deviceId, platform: 'web' as const, isEnabled };
      return { ...(await api.call(savePushTokenEndpoint, fields)), isNo: false };
    });
    if (saved?.isNo !== false) return;
    setOn(isEnabled);
    if (!isEnabled) await unsubscribeBrowser();
    toasts.show({ text: t('tpl:settings:saved') });
  }

  return (
    <>
      <Card kind="flush">
        <SwitchRow isOn={isOn} busy={saving.isBusy} onTurn={(isEnabled) => void turn(isEnabled)}>
          {t('tpl:settings:push:here')}
        </SwitchRow>
      </Card>
      {(isBlocked || isRefused) && (
        <Callout type="warning" live={isRefused}>
          {t(isBlocked ? 'tpl:settings:push:blocked' : 'tpl:settings:push:refused')}
        </Callout>
      )}
      {saving.error && <Callout>{saving.error}</Callout>}
    </>
  );
}
