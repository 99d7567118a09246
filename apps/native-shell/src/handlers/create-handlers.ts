import { App } from '@capacitor/app';
import { Device } from '@capacitor/device';
import { Haptics, ImpactStyle, NotificationType } from '@capacitor/haptics';
import type { Vibration } from '@causeway/bridge/native/native-calls';
import type { NativeHandlers } from '@causeway/bridge/native/serve-page';
import type { Settings } from '../settings.ts';
import { biometricHandlers } from './biometrics.ts';
import { createOauth } from './oauth.ts';
import type { Push } from './push.ts';

const notifications: Partial<Record<Vibration, NotificationType>> = {
  success: NotificationType.Success,
  warning: NotificationType.Warning,
  error: NotificationType.Error,
};

/** Every call of the bridge, over Capacitor's plugins. */
export async function createHandlers(settings: Settings, push: Push): Promise<NativeHandlers> {
  const oauth = await createOauth(settings);
  const handlers: NativeHandlers = {
    ...biometricHandlers(settings.origin),
    // The web view asks for camera and files when a page needs them.
    'permissions-request': async ({ permission }) => ({
      state: permission === 'notifications' ? await push.ask() : 'granted',
    }),
    async 'device-info-get'() {
      const [{ identifier }, { name, model, platform }] = await Promise.all([Device.getId(), Device.getInfo()]);
      return {
        version: 1,
        deviceId: identifier.slice(0, 64),
        deviceName: (name ?? model).slice(0, 120),
        platform,
        isOwnApp: true,
        handlers: Object.keys(handlers),
        oauthProviders: oauth.providers,
      };
    },
    'push-token-get': async () => ({ token: await push.token() }),
    'oauth-authenticate': async ({ provider, nonce }) => ({ token: await oauth.authenticate(provider, nonce) }),
    // The provider's sheet closes by itself.
    'oauth-close': () => ({}),
    async 'device-vibrate'({ kind }) {
      const type = notifications[kind];
      await (type === undefined ? Haptics.impact({ style: ImpactStyle.Light }) : Haptics.notification({ type }));
      return {};
    },
    async 'app-version-get'() {
      const { version, build } = await App.getInfo();
      return { version, build: Number.parseInt(build, 10) || 0 };
    },
  };
  if (oauth.providers.length === 0) {
    delete handlers['oauth-authenticate'];
    delete handlers['oauth-close'];
  }
  return handlers;
}
