import { PushNotifications } from '@capacitor/push-notifications';
import type { PermissionState } from '@causeway/bridge/native/native-calls';
import { wait } from '../wait.ts';

/** Milliseconds that the push provider has for a token. */
const patience = 5000;

/** The push token of this installation. */
export interface Push {
  token: () => Promise<string | null>;
  /** Asks the person; a refusal can only be changed in the device's settings. */
  ask: () => Promise<PermissionState>;
}

export async function createPush(onChange: (token: string) => void): Promise<Push> {
  let known: string | null = null;
  let arrived: () => void = () => undefined;
  await PushNotifications.addListener('registration', ({ value }) => {
    const isChange = known !== null && known !== value;
    known = value;
    arrived();
    if (isChange) onChange(value);
  });
  return {
    async token() {
      if (known === null && (await PushNotifications.checkPermissions()).receive === 'granted') {
        const first = new Promise<void>((resolve) => (arrived = resolve));
        await PushNotifications.register();
        await Promise.race([first, wait(patience)]);
      }
      return known;
    },
    async ask() {
      const { receive } = await PushNotifications.requestPermissions();
      if (receive === 'granted') return 'granted';
      return receive === 'denied' ? 'blocked' : 'denied';
    },
  };
}
