import type { Network } from './poll.ts';

export const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  onOnline(listener) {
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  },
};

/** Whether the person has asked the browser for fewer bytes: nothing comes that was not asked for then. */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return connection instanceof EventTarget && Reflect.get(connection, 'saveData') === true;
}
