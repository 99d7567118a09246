import type { BootData } from '@causeway/contract/boot/boot-data';

/**
 * A token opens a page once: what it was exchanged for takes its place in the address, so that the same page can be
 * loaded anew. Before the router reads the address.
 */
export function keepSession({ host }: BootData): void {
  if (host?.session) history.replaceState(history.state, '', location.href.replace(/cwst_[\w-]+/, host.session));
}
