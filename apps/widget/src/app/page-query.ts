import type { BootData } from '@causeway/contract/boot/boot-data';

/** The query of the page's request. */
export function pageQuery(boot: Pick<BootData, 'path'>): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(boot.path.split('?')[1]));
}
