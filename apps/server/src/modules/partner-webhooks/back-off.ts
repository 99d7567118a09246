/** Seconds after a try until the next: quick at first, then twice a day, three days in all. */
const pauses: readonly number[] = [
  10, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 43_200, 43_200, 43_200, 28_800,
];

/**
 * When a notice is tried again that was not taken.
 *
 * @param attempts tries so far, at least one
 * @returns `undefined` once three days are over
 */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause * 1000);
}
