import type { BootHost } from '@causeway/contract/boot/boot-data';
import type { Runtime } from '../shell/runtime.ts';

/**
 * A token opens a page once: what it was exchanged for takes its place in the address, so that the same page can be
 * loaded anew. A token that was refused is told.
 */
export function keepSession(host: BootHost | undefined, toasts: Runtime['toasts']): void {
  const { session, sessionError } = host ?? {};
  if (session) history.replaceState(history.state, '', location.href.replace(/cwst_[\w-]+/, session));
  if (sessionError) toasts.show({ kind: 'error', text: sessionError.text });
}
