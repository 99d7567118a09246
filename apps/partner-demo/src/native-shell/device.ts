/** What a simulated device keeps over its reloads and what its owner does. Kept where the page's own storage is: there is no other. */
export interface Device {
  biometrics: 'face' | 'finger' | 'none';
  isEnrolled: boolean;
  /** The owner is recognised when asked. */
  isOwner: boolean;
  isBiometricsOn: boolean;
  token: string | null;
  /** Whether notifications are allowed; `ask` allows them when asked. */
  notifications: 'granted' | 'denied' | 'blocked' | 'ask';
  camera: 'granted' | 'denied' | 'blocked';
  pushToken: string;
  /** The owner's account at the sandbox's sign-in firm, and where that is; `null` turns it away. */
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

/** The device as it was left. */
export function readDevice(storage: Storage): Device {
  const kept: unknown = JSON.parse(storage.getItem(key) ?? '{}');
  return { ...fresh, ...(typeof kept === 'object' && kept) };
}

/** Changes the device. */
export function changeDevice(storage: Storage, part: Partial<Device>): void {
  storage.setItem(key, JSON.stringify({ ...readDevice(storage), ...part }));
}
