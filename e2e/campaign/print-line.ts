const startedAt = Date.now();

/** Prints a line about how far a campaign is. */
export function printLine(line: string): void {
  process.stdout.write(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${line}\n`);
}
