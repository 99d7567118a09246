import type { ShellConnection } from '@causeway/bridge/native/connect-shell';
import type { ShellFacts } from '@causeway/bridge/native/greet-shell';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The app around the widget, once it was found and greeted. */
export interface NativeApp extends Pick<ShellConnection, 'call' | 'notify'> {
  facts: ShellFacts;
  /** What a log-out asks of the device: the token and the notifications of this client end. Never throws, never takes long. */
  leave: () => Promise<void>;
}

/** The place for the app around the widget; empty in a plain browser, and until the app is found. */
export type Native = StoreApi<{ app: NativeApp | undefined }>;

export function createNative(): Native {
  return createStore<{ app: NativeApp | undefined }>()(() => ({ app: undefined }));
}
