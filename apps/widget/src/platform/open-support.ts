import { loadScript } from '../lib/load-script.ts';
import { type Timers, realTimers } from '../lib/timing/timers.ts';
import { openOutside } from './open-outside.ts';
import type { Runtime } from './runtime.ts';

/** What the operator's chat script leaves on the page; without it the script opens itself. */
export interface ChatScript {
  open: () => void;
}

/** How long after the first page the chat is fetched without a click (9-28). */
const chatDelay = 6000;

/** The order that a question is about. */
export interface AskedOrder {
  niceId: string;
  /** As people read it. */
  number: string;
}

interface SupportChat {
  /** Fetches the script later, unless the chat is opened before. @returns a function that stops the waiting */
  wait: () => () => void;
  /** Fetches the script, if it is not there, and opens the chat; where it does not come, the support address. */
  open: (order?: AskedOrder) => Promise<void>;
}

interface SupportChatOptions {
  timers: Timers;
  /** Adds the script to the page and answers with what it leaves there. */
  load: () => Promise<ChatScript | undefined>;
  /** Opens the way without a chat. */
  openAddress: (order?: AskedOrder) => void;
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
    async open(order) {
      try {
        (await fetch())?.open();
      } catch (error) {
        warn('The support chat did not load', error);
        openAddress(order);
      }
    },
  };
}

type SupportRuntime = Pick<Runtime, 'boot' | 'native' | 'log'>;

/** One for a page: button and clock share it. */
const chats = new WeakMap<object, SupportChat>();

/** The form that writes to the support address; not there while it is closed. */
export const supportForm = createForm();

interface OpenForm {
  order: AskedOrder | undefined;
}

function createForm() {
  const listeners = new Set<() => void>();
  let form: OpenForm | undefined;
  return {
    form: () => form,
    set(next: OpenForm | undefined) {
      form = next;
      listeners.forEach((listener) => listener());
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A page of the operator's, or a form: a `mailto:` address does nothing in a browser without a mail program. */
function openAddress({ native, boot }: SupportRuntime, order?: AskedOrder): void {
  if (boot.brand.supportUrl.startsWith('mailto:')) supportForm.set({ order });
  else openOutside(native, boot.brand.supportUrl);
}

function chatOf(runtime: SupportRuntime): SupportChat | undefined {
  const { boot, log } = runtime;
  const { chatUrl } = boot.brand;
  if (chatUrl === undefined) return undefined;
  const chat =
    chats.get(boot) ??
    createSupportChat({
      timers: realTimers,
      load: () => loadChatScript(chatUrl),
      openAddress: (order) => openAddress(runtime, order),
      warn: log.warn,
    });
  chats.set(boot, chat);
  return chat;
}

/** Opens the support chat; without one the support address: a form that writes to it. */
export function openSupport(runtime: SupportRuntime, order?: AskedOrder): void {
  const chat = chatOf(runtime);
  if (chat) void chat.open(order);
  else openAddress(runtime, order);
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
async function loadChatScript(url: string): Promise<ChatScript | undefined> {
  const { chat } = await loadScript(
    url,
    () => ({ chat: window.causewayChat }),
    () => new Error(`${url} did not load`),
  );
  return chat;
}
