/**
 * Runs one task at a time over all tabs. A frame that may not keep anything gets no locks either: there is no other tab that it could
 * share with, so its task runs at once.
 */
export function runAlone(locks: LockManager | undefined): (task: () => Promise<void>) => Promise<void> {
  return async (task) => {
    let running: Promise<void> | undefined;
    const start = () => (running = task());
    await locks?.request('causeway-refresh', start).catch(() => {});
    await (running ?? start());
  };
}
