import { writeFileSync } from 'node:fs';

/**
 * Gives a process and its session priority on a shared machine: the product, the floors and the browser alike. Does
 * nothing where the system has no priorities or does not allow changing them.
 */
export function goFirst(pid: number | undefined): void {
  setPriority(pid, '-20');
}

/** The other way round: for what would be on another machine. */
export function lowerPriority(pid: number | undefined): void {
  setPriority(pid, '19');
}

function setPriority(pid: number | undefined, nice: string): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, nice);
  } catch {
    // Not Linux, or not root.
  }
}
