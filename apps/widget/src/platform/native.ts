import type { signIn } from '@causeway/contract/calls/sign-in';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { ShellConnection } from '@causeway/bridge/native/connect-shell';
import type { ShellFacts } from '@causeway/bridge/native/greet-shell';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The app around the widget, once it was found and greeted. */
export interface NativeApp extends Pick<ShellConnection, 'call' | 'notify'> {
  facts: ShellFacts;
  /**
   * The device's part of a log-out: the token and the notifications of this client end. Never throws, never
   * takes long.
   */
  leave: () => Promise<void>;
}

/** A sign-in by biometrics that waits for the second factor. */
export interface WaitingSignin {
  /** The account's second factors, in the server's own text. */
  text: string;
  /** Sends the sign-in once more, with the code. Nothing when it has ended, which was reported then (8-21). */
  signIn: (code: string) => Promise<AnswerOf<typeof signIn> | undefined>;
  /** The person chooses another method; the device keeps its token. */
  stop: () => void;
}

interface NativeState {
  app: NativeApp | undefined;
  waiting?: WaitingSignin | undefined;
}

/** The place for the app around the widget; empty in a plain browser, and until the app is found. */
export type Native = StoreApi<NativeState>;

export function createNative(): Native {
  return createStore<NativeState>()(() => ({ app: undefined }));
}
