import type { NativeHandlers } from '@causeway/bridge/native/serve-page';
import { changeDevice, readDevice, type Device } from './device.ts';

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
      platform: 'android',
      isOwnApp: device().isOwnApp,
      handlers: Object.keys(handlers),
      oauthProviders: device().oauth === null ? [] : ['google'],
    }),
    'push-token-get': () => ({ token: device().notifications === 'granted' ? device().pushToken : null }),
    'oauth-close': () => ({}),
    'oauth-authenticate': async ({ nonce }) => ({ token: await askForToken(device().oauth, nonce) }),
    'settings-open': () => ({}),
    'device-vibrate': () => ({}),
    'app-version-get': () => ({ version: device().version, build: device().build }),
  };
  return handlers;
}

/** What the provider's own app on a phone does, for the simulated provider of the sandbox. */
async function askForToken(account: Device['oauth'], nonce: string): Promise<string | null> {
  if (account === null) return null;
  const response = await fetch(`${account.issuer}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: 'sandbox-client', nonce, email: account.email }),
  });
  const answer: unknown = await response.json();
  const token = typeof answer === 'object' && answer !== null && 'id_token' in answer ? answer.id_token : undefined;
  return typeof token === 'string' ? token : null;
}
