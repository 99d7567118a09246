/** Features that this app switches on for itself, by cookie. */
const cookies = ['app_biometrics', 'app_push_notifications'];

/**
 * Runs in the product's page before its own scripts: the object that the page looks for, over the messages of the web
 * view. It reaches neither another site's page nor a frame.
 */
export function pageScript(origin: string): string {
  return `if (window.top === window && location.origin === ${JSON.stringify(origin)}) {
  for (const name of ${JSON.stringify(cookies)}) document.cookie = name + '=1; Path=/; SameSite=Lax; Secure';
  window.causewayShell = { postMessage: (text) => window.mobileApp.postMessage({ detail: { text } }) };
  window.addEventListener('messageFromNative', (event) => window.causewayPage?.receive(event.detail.text));
}`;
}
