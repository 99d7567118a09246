import type { Timers } from '../lib/timing/timers.ts';

/** What the operator's chat script leaves on the page; without it the script opens itself. */
export interface ChatScript {
  open: () => void;
}

/** How long after the first page the chat is fetched for whoever has not asked for it (9-28). */
export const chatDelay = 6000;

export interface SupportChat {
  /** Fetches the script later, unless somebody asks for the chat before. @returns a function that stops the waiting */
  wait: () => () => void;
  /** Fetches the script, if it is not there, and opens the chat; where it does not come, the support address. */
  open: () => Promise<void>;
}

export interface SupportChatOptions {
  timers: Timers;
  /** Adds the script to the page and answers with what it leaves there. */
  load: () => Promise<ChatScript | undefined>;
  /** Opens the support address. */
  openAddress: () => void;
  warn: (message: string, error: unknown) => void;
}

/** The chat of the operator's choice: its script comes after 6 seconds or with the first click, once (2.4-15). */
export function createSupportChat({ timers, load, openAddress, warn }: SupportChatOptions): SupportChat {
  let script: Promise<ChatScript | undefined> | undefined;
  async function fetch(): Promise<ChatScript | undefined> {
    script ??= load();
    try {
      return await script;
    } catch (error) {
      // The next click tries again.
      script = undefined;
      throw error;
    }
  }
  return {
    wait: () =>
      timers.after(chatDelay, () => {
        fetch().catch((error: unknown) => warn('The support chat did not load', error));
      }),
    async open() {
      try {
        (await fetch())?.open();
      } catch (error) {
        warn('The support chat did not load', error);
        openAddress();
      }
    },
  };
}
