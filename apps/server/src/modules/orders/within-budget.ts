/** Waits for work, but not longer than the budget; work that is late or fails goes on by its job. */
export async function withinBudget(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
