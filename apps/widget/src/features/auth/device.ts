import type { NativeApp } from '../../platform/native.ts';
import { browserStore } from '../../lib/session/browser-store.ts';

const key = 'causeway.device';

/** Facts about the device that a sign-in sends, so that its owner recognises it in the list of devices. */
export interface Device {
  deviceId: string;
  deviceName: string;
  platform: string;
  /** Version and build of the app around the widget. */
  appVersion?: string;
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and system as text, as far as the browser reports them. */
export function nameDevice(userAgent: string): Pick<Device, 'deviceName' | 'platform'> {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { deviceName: find(browsers), platform: find(systems) };
}

/**
 * This device: as the app around the widget reports it, else this browser. A browser's id is in storage; where that is
 * refused every sign-in is a new device.
 */
export function readDevice(app: NativeApp | undefined): Device {
  if (app) {
    const { deviceId, deviceName, platform, appVersion } = app.facts;
    return { deviceId, deviceName, platform, appVersion: `${appVersion.version} (${appVersion.build})`.slice(0, 20) };
  }
  const store = browserStore(window, 'localStorage');
  const deviceId = store.get(key) ?? crypto.randomUUID();
  store.set(key, deviceId);
  return { deviceId, ...nameDevice(navigator.userAgent) };
}
