import { realTimers } from '../lib/timing/timers.ts';
import { openOutside } from './open-outside.ts';
import type { Runtime } from './runtime.ts';
import { type ChatScript, type SupportChat, createSupportChat } from './support-chat.ts';

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
