import type { NativeHandlers } from '@causeway/bridge/native/serve-page';
import { changeDevice, readDevice } from './device.ts';

/** Every call of the bridge, answered as a phone would. Without the owner no token leaves the device. */
export function createHandlers(storage: Storage): Required<NativeHandlers> {
  const device = () => readDevice(storage);
  const change = (part: Parameters<typeof changeDevice>[1]) => changeDevice(storage, part);
  let isUnlocked = false;
  const handlers: Required<NativeHandlers> = {
    'permissions-request': ({ permission }) => {
      if (permission !== 'notifications') return { state: device().camera };
      if (device().notifications === 'ask') change({ notifications: 'granted' });
      const { notifications } = device();
      return { state: notifications === 'ask' ? 'denied' : notifications };
    },
    'biometrics-check-status': () => ({ kind: device().biometrics, isEnrolled: device().isEnrolled }),
    'biometrics-authenticate': () => {
      isUnlocked = device().isOwner && device().isEnrolled;
      return { isConfirmed: isUnlocked };
    },
    'biometrics-update': ({ token }) => {
      change({ token });
      return { isSaved: true };
    },
    'biometrics-is-token-exists': () => ({ exists: device().token !== null }),
    'biometrics-request-token': () => ({ token: isUnlocked ? device().token : null }),
    'biometrics-get': () => ({ isEnabled: device().isBiometricsOn }),
    'device-info-get': () => ({
      version: 1,
      deviceId: 'simulated-device-1',
      deviceName: 'Simulated phone',
      platform: 'simulated',
      isOwnApp: device().isOwnApp,
      handlers: Object.keys(handlers),
      oauthProviders: device().oauthToken === null ? [] : ['google'],
    }),
    'push-token-get': () => ({ token: device().notifications === 'granted' ? device().pushToken : null }),
    'oauth-close': () => ({}),
    'oauth-authenticate': () => ({ token: device().oauthToken }),
    'settings-open': () => ({}),
    'device-vibrate': () => ({}),
    'app-version-get': () => ({ version: device().version, build: device().build }),
  };
  return handlers;
}
