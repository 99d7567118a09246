/**
 * Runs one task at a time over all tabs. A frame without storage has no locks either: there is no other tab to share
 * with, so its task runs at once.
 */
export function runAlone(locks: LockManager | undefined): (task: () => Promise<void>) => Promise<void> {
  return async (task) => {
    let running: Promise<void> | undefined;
    const start = () => (running = task());
    await locks?.request('causeway-refresh', start).catch(() => {});
    await (running ?? start());
  };
}
