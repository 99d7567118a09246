import { App } from '@capacitor/app';
import { InAppBrowser } from '@capgo/inappbrowser';
import { servePage } from '@causeway/bridge/native/serve-page';
import { createHandlers } from './handlers/create-handlers.ts';
import { createPush } from './handlers/push.ts';
import { productPath } from './product-path.ts';
import { readSettings } from './settings.ts';
import { webView } from './web-view.ts';

/** Opens the product in a web view of its own and answers its calls. */
async function start(): Promise<void> {
  const settings = readSettings(import.meta.env);
  const { origin } = settings;
  // The push token may change before the page asks; until then no listener exists.
  let emitPush = (_token: string): void => undefined;
  const push = await createPush((token) => emitPush(token));
  const server = servePage({
    handlers: await createHandlers(settings, push),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the plugin's own call: it goes to the web view of this app
    send: (text) => void InAppBrowser.postMessage({ detail: { text } }),
    onNotice({ notice, payload }) {
      if (notice === 'open-outside') void InAppBrowser.open({ url: payload.url });
      if (notice === 'back-empty') void App.minimizeApp();
    },
  });
  emitPush = (token) => server.emit('push-token-changed', { token });

  await InAppBrowser.addListener('messageFromWebview', ({ detail }) => {
    const text: unknown = detail?.['text'];
    if (typeof text === 'string') server.receive(text);
  });
  await App.addListener('backButton', () => server.emit('back-pressed', {}));
  await App.addListener('appUrlOpen', ({ url }) => {
    const path = productPath(url, origin);
    if (path !== undefined) server.emit('link-opened', { path });
  });
  await InAppBrowser.openWebView(webView(origin));
}

start().catch((error: unknown) => console.error('The app could not be started', error));
