import { writeFileSync } from 'node:fs';

/**
 * Lets a process and its session go before everything else on a shared machine. Asked for the product, the floors and the browser
 * alike; where the system knows no such thing or does not allow it, nothing happens.
 */
export function goFirst(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '-20');
  } catch {
    // Not Linux, or not root.
  }
}
