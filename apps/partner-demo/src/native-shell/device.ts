/**
 * What a simulated device keeps over its reloads and how its owner behaves. Kept in the page's own storage, as there is
 * no other.
 */
export interface Device {
  biometrics: 'face' | 'finger' | 'none';
  isEnrolled: boolean;
  /** The owner is recognised when the device asks. */
  isOwner: boolean;
  isBiometricsOn: boolean;
  token: string | null;
  /** Whether notifications are allowed; `ask` allows them when asked. */
  notifications: 'granted' | 'denied' | 'blocked' | 'ask';
  camera: 'granted' | 'denied' | 'blocked';
  pushToken: string;
  /** The owner's account at the sandbox's sign-in provider, and where that is; `null` declines. */
  oauth: { issuer: string; email: string } | null;
  /** The app takes back presses for itself. */
  takesBack: boolean;
  version: string;
  build: number;
  isOwnApp: boolean;
}

const key = 'simulated-device';

const fresh: Device = {
  biometrics: 'face',
  isEnrolled: true,
  isOwner: true,
  isBiometricsOn: true,
  token: null,
  notifications: 'ask',
  camera: 'granted',
  pushToken: 'simulated-push-token',
  oauth: null,
  takesBack: false,
  version: '2.0.0',
  build: 12,
  isOwnApp: true,
};

/** The device as it was last stored. */
export function readDevice(storage: Storage): Device {
  const kept: unknown = JSON.parse(storage.getItem(key) ?? '{}');
  return { ...fresh, ...(typeof kept === 'object' && kept) };
}

/** Changes the device. */
export function changeDevice(storage: Storage, part: Partial<Device>): void {
  storage.setItem(key, JSON.stringify({ ...readDevice(storage), ...part }));
}
