import type { ChatScript } from './support-chat.ts';

declare global {
  interface Window {
    /** Left by the operator's chat script, where the chat does not open by itself. */
    causewayChat?: ChatScript;
  }
}

/** Adds the operator's chat script to the page. */
export function loadChatScript(url: string): Promise<ChatScript | undefined> {
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
