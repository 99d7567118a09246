/** Whether this browser can show push messages of this page: not inside another page, nor in an app. */
export function canPush(): boolean {
  const has = (name: string) => name in window;
  return window.top === window && 'serviceWorker' in navigator && has('PushManager') && has('Notification');
}

/** The person has forbidden notifications of this site; only the browser's settings can change that. */
export function isPushBlocked(): boolean {
  return Notification.permission === 'denied';
}

/**
 * Asks the person, and subscribes. Only a press may call it.
 *
 * @param key the server's public key, base64url
 * @returns what the server sends to (C-58); `undefined` when the person said no
 */
export async function subscribeBrowser(key: string): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await navigator.serviceWorker.register('/push-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // With another key nothing is given while an older subscription is there.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return JSON.stringify({ ...made.toJSON(), key });
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
