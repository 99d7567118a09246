import type { BootData } from '@causeway/contract/boot/boot-data';
import { hasKeys } from '../lib/api/has-keys.ts';

/** The boot data that the server wrote into the page. The currency config is required; nothing runs without it (3-06). */
export function readBoot(document: Document): BootData {
  const boot: unknown = JSON.parse(document.getElementById('boot')?.textContent ?? 'null');
  if (!hasKeys<BootData>(boot, ['config', 'client', 'texts', 'language']) || !boot.config.currencyConfig)
    throw new Error('The page came without its boot data.');
  return boot;
}
