/** Timers that all stop at once, so that a reset or a close leaves none running. */
export class Timers {
  private readonly running = new Set<NodeJS.Timeout>();

  after(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.running.delete(timer);
      work();
    }, milliseconds);
    this.running.add(timer);
  }

  every(milliseconds: number, work: () => void): void {
    this.running.add(setInterval(work, milliseconds));
  }

  stop(): void {
    for (const timer of this.running) clearTimeout(timer);
    this.running.clear();
  }
}
