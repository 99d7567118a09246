import type { BootData } from '@causeway/contract/boot/boot-data';
import type { PackedBoot } from '@causeway/contract/wire/pack-boot';
import { unpackBoot } from '@causeway/contract/wire/unpack-boot';
import { hasKeys } from '../lib/api/has-keys.ts';

/** The boot data that the server wrote into the page. The currency config is required (3-06). */
export function readBoot(document: Document): BootData {
  const boot: unknown = JSON.parse(document.getElementById('boot')?.textContent ?? 'null');
  if (!hasKeys<PackedBoot>(boot, ['config', 'client', 'texts', 'language']) || !boot.config.currencies)
    throw new Error('The page came without its boot data.');
  return unpackBoot(boot);
}

/**
 * A token opens a page once: the session that replaces it is written into the URL, so that the same page can be loaded
 * again. Runs before the router reads the URL.
 */
export function keepSession({ host }: BootData): void {
  if (host?.session) history.replaceState(history.state, '', location.href.replace(/cwst_[\w-]+/, host.session));
}
