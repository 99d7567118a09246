import type { BootData } from '@causeway/contract/boot/boot-data';
import { createSession } from '../lib/session/session.ts';
import { memoryStore } from '../lib/session/memory-store.ts';
import { createNative } from '../platform/native.ts';
import type { Runtime } from '../platform/runtime.ts';
import { toastStore } from '../ui/feedback/toast-store.ts';
import { createFirstTexts } from './create-first-texts.ts';

function never(): never {
  throw new Error('A page that is only drawn does nothing.');
}

const nothing = () => undefined;

/** The runtime while a page is prerendered on the server: nothing happens in it. */
export function createPrerenderRuntime(boot: BootData): Runtime {
  return {
    boot,
    api: { call: never },
    session: createSession(memoryStore()),
    texts: createFirstTexts(boot, never, nothing),
    toasts: toastStore(() => 0),
    cookies: { read: nothing, write: nothing },
    captcha: { token: never },
    popups: { open: nothing, reserve: nothing, take: nothing },
    frame: {
      isFramed: boot.parentOrigins.length > 0,
      updateStep: nothing,
      changeOrder: nothing,
      changeLanguage: nothing,
      post: nothing,
      redirect: nothing,
      subscribe: () => nothing,
      watchHeight: () => nothing,
    },
    clientEvents: { send: nothing },
    native: createNative(),
    network: { isOnline: () => true, onOnline: () => nothing },
    log: { warn: nothing, error: nothing },
    tab: memoryStore(),
  };
}
