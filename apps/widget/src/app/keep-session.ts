import type { BootData } from '@causeway/contract/boot/boot-data';

/**
 * A token opens a page once: the session that replaces it is written into the URL, so that the same page can be loaded
 * again. Runs before the router reads the URL.
 */
export function keepSession({ host }: BootData): void {
  if (host?.session) history.replaceState(history.state, '', location.href.replace(/cwst_[\w-]+/, host.session));
}
