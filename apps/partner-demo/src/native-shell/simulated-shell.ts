import type { NativeNotice } from '@causeway/bridge/native/protocol';
import { servePage, type PageServer } from '@causeway/bridge/native/serve-page';
import { changeDevice, readDevice, type Device } from './device.ts';
import { createHandlers } from './handlers.ts';

/**
 * A phone's app, simulated: run as the first script of a page of the product, in place of an app's own script. It is
 * for tests, and for looking at the widget as in an app; the page cannot see the difference.
 */
export interface SimulatedShell {
  device: () => Device;
  change: (part: Partial<Device>) => void;
  emit: PageServer['emit'];
  /** Names of the calls that came, oldest first. */
  calls: string[];
  notices: NativeNotice[];
}

declare global {
  interface Window {
    causewayShell?: unknown;
    causewayPage?: { receive: (text: string) => void };
    simulatedShell?: SimulatedShell;
  }
}

/** Milliseconds until the app's script is there: a web view may run it after the page's own. */
const injectedAfter = 300;
/** Features that this app switches on for itself. */
const cookies = ['app_biometrics', 'app_push_notifications'];

function start(): void {
  const calls: string[] = [];
  const notices: NativeNotice[] = [];
  const handlers = createHandlers(localStorage);
  const server = servePage({
    handlers,
    // An app's answers come from another process.
    send: (text) => setTimeout(() => window.causewayPage?.receive(text)),
    onNotice(notice) {
      notices.push(notice);
      if (notice.notice === 'back-offered' && readDevice(localStorage).takesBack)
        server.emit('back-taken', { offer: notice.payload.offer });
    },
  });
  window.simulatedShell = {
    device: () => readDevice(localStorage),
    change: (part) => changeDevice(localStorage, part),
    emit: server.emit,
    calls,
    notices,
  };
  for (const name of cookies) document.cookie = `${name}=1; Path=/; SameSite=Lax`;
  setTimeout(() => {
    window.causewayShell = {
      postMessage(text: string) {
        const name = /"name":"([\w-]+)"/.exec(text)?.[1];
        if (name !== undefined) calls.push(name);
        server.receive(text);
      },
    };
  }, injectedAfter);
}

// Only a top-level page is an app's page.
if (window.top === window) start();
