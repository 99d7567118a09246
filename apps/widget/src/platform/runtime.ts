import type { BootData } from '@causeway/contract/boot/boot-data';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api } from '../lib/api/api.ts';
import type { Texts, Translate } from '../lib/i18n/texts.ts';
import type { Network } from '../lib/polling/poll.ts';
import type { KeyValueStore } from '../lib/session/key-value-store.ts';
import type { Session } from '../lib/session/session.ts';
import type { ToastStore } from '../ui/feedback/toast-store.ts';
import type { Captcha } from './captcha.ts';
import type { ClientEvents } from './client-events.ts';
import type { Cookies } from './cookies.ts';
import type { Frame } from './frame.ts';
import type { Log } from './log.ts';
import type { Native } from './native.ts';
import type { Popups } from './popups.ts';

/** Everything outside the React tree that a screen may use, one of each per page. */
export interface Runtime {
  boot: BootData;
  api: Api;
  session: Session;
  texts: Texts;
  toasts: ToastStore;
  cookies: Cookies;
  captcha: Captcha;
  popups: Popups;
  frame: Frame;
  clientEvents: ClientEvents;
  network: Network;
  log: Log;
  native: Native;
  /** State that lives as long as the tab. */
  tab: KeyValueStore;
}

export const RuntimeContext = createContext<Runtime | undefined>(undefined);

export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error('The widget is not started.');
  return runtime;
}

/** The texts of the page; a screen draws again in another language, and not when more of them come. */
export function useTexts(): Translate {
  const { texts } = useRuntime();
  useSyncExternalStore(texts.subscribe, texts.language, texts.language);
  return texts.t;
}
