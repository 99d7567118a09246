import { writeFileSync } from 'node:fs';

/**
 * Gives a process and its session priority on a shared machine: the product, the floors and the browser alike. Does
 * nothing where the system has no priorities or does not allow changing them.
 */
export function goFirst(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '-20');
  } catch {
    // Not Linux, or not root.
  }
}
