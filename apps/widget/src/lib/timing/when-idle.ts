/** Milliseconds after which the task runs even on a busy page. */
const patience = 200;

/** Leaves the next frame to the page first. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: patience });
  else setTimeout(task);
}
