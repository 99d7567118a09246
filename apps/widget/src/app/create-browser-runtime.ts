import type { BootData } from '@causeway/contract/boot/boot-data';
import { createApi } from '../lib/api/api.ts';
import { browserNetwork } from '../lib/polling/browser-network.ts';
import { browserStore } from '../lib/session/browser-store.ts';
import { memoryStore } from '../lib/session/memory-store.ts';
import { createSession } from '../lib/session/session.ts';
import { realTimers } from '../lib/timing/timers.ts';
import { lateCaptcha } from '../platform/captcha.ts';
import { createClientEvents } from '../platform/client-events.ts';
import { createCookies } from '../platform/cookies.ts';
import { connectFrame } from '../platform/frame.ts';
import { consoleLog } from '../platform/log.ts';
import { createNative } from '../platform/native.ts';
import { createPopups } from '../platform/popups.ts';
import { runAlone } from '../platform/run-alone.ts';
import type { Runtime } from '../platform/runtime.ts';
import { toastStore } from '../ui/feedback/toast-store.ts';
import { createFirstTexts } from './create-first-texts.ts';
import { fetchLateParts } from './fetch-late-parts.ts';
import { modeOfPage } from './mode-of-page.ts';
import { modeRow } from './modes.ts';

/** The runtime of a browser. */
export function createBrowserRuntime(boot: BootData): Runtime {
  const log = consoleLog;
  // A sign-in from elsewhere does not count on a merchant's page.
  const { isMerchant } = modeRow(modeOfPage(boot, () => undefined));
  const session = createSession(isMerchant ? memoryStore() : browserStore(window, 'localStorage'));
  const api = createApi({
    fetch: (input, init) => window.fetch(input, init),
    base: '',
    session,
    timers: realTimers,
    language: () => texts.language(),
    alone: runAlone(navigator.locks),
    traits: deviceTraits(),
    hasCookies: () => navigator.cookieEnabled,
  });
  // No first screen loads texts.
  const loadAll = (language: string) => fetchLateParts().then(({ loadTexts }) => loadTexts(language));
  const texts = createFirstTexts(boot, loadAll, log.warn);
  return {
    boot,
    api,
    session,
    texts,
    toasts: toastStore(),
    cookies: createCookies(document),
    captcha: lateCaptcha(async () => (await import('../platform/captcha-open.ts')).openCaptcha(boot.captcha, api)),
    popups: createPopups(window),
    frame: connectFrame(window, boot.parentOrigins, log),
    clientEvents: createClientEvents({
      isOn: boot.isAnalyticsOn === true,
      fetch: (input, init) => window.fetch(input, init),
      access: () => session.tokens()?.access,
    }),
    native: createNative(),
    network: browserNetwork,
    log,
    tab: browserStore(window, 'sessionStorage'),
  };
}

/** The hash of this browser's traits, computed once per visit at its first need; empty where that fails. */
export function deviceTraits(): () => Promise<string> {
  let traits: Promise<string> | undefined;
  return () =>
    (traits ??= import('../platform/fingerprint.ts').then(({ fingerprint }) => fingerprint()).catch(() => ''));
}
