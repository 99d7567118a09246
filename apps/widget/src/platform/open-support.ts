import { type Timers, realTimers } from '../lib/timing/timers.ts';
import { openOutside } from './open-outside.ts';
import type { Runtime } from './runtime.ts';

/** What the operator's chat script leaves on the page; without it the script opens itself. */
export interface ChatScript {
  open: () => void;
}

/** How long after the first page the chat is fetched without a click (9-28). */
const chatDelay = 6000;

interface SupportChat {
  /** Fetches the script later, unless the chat is opened before. @returns a function that stops the waiting */
  wait: () => () => void;
  /** Fetches the script, if it is not there, and opens the chat; where it does not come, the support address. */
  open: () => Promise<void>;
}

interface SupportChatOptions {
  timers: Timers;
  /** Adds the script to the page and answers with what it leaves there. */
  load: () => Promise<ChatScript | undefined>;
  /** Opens the support address. */
  openAddress: () => void;
  warn: (message: string, error: unknown) => void;
}

/**
 * The chat of the operator's choice: its script is loaded after 6 seconds or with the first click, once
 * (2.4-15).
 */
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

type SupportRuntime = Pick<Runtime, 'boot' | 'native' | 'log'>;

/** One for a page: button and clock share it. */
const chats = new WeakMap<object, SupportChat>();

function chatOf({ boot, native, log }: SupportRuntime): SupportChat | undefined {
  const { chatUrl, supportUrl } = boot.brand;
  if (chatUrl === undefined) return undefined;
  const chat =
    chats.get(boot) ??
    createSupportChat({
      timers: realTimers,
      load: () => loadChatScript(chatUrl),
      openAddress: () => openOutside(native, supportUrl),
      warn: log.warn,
    });
  chats.set(boot, chat);
  return chat;
}

/** Opens the support chat; without one the support address. */
export function openSupport(runtime: SupportRuntime): void {
  const chat = chatOf(runtime);
  if (chat) void chat.open();
  else openOutside(runtime.native, runtime.boot.brand.supportUrl);
}

/** Fetches the chat in its time. @returns a function that stops the waiting */
export function awaitSupport(runtime: SupportRuntime): (() => void) | undefined {
  return chatOf(runtime)?.wait();
}

declare global {
  interface Window {
    /** Left by the operator's chat script, where the chat does not open by itself. */
    causewayChat?: ChatScript;
  }
}

/** Adds the operator's chat script to the page. */
function loadChatScript(url: string): Promise<ChatScript | undefined> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => resolve(window.causewayChat));
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${url} did not load`));
    });
    document.head.append(script);
  });
}
