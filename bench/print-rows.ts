/** One figure: what was measured, and its goal. */
export interface Row {
  name: string;
  value: string;
  unit: string;
  goal?: string;
  isMet?: boolean;
}

/** Prints figures as aligned lines. */
export function printRows(title: string, rows: readonly Row[]): void {
  const width = Math.max(...rows.map((row) => row.name.length));
  const lines = rows.map((row) => {
    const verdict =
      row.goal === undefined
        ? ''
        : `   goal: ${row.goal}${row.isMet === undefined ? '' : row.isMet ? ' (met)' : ' (NOT met)'}`;
    return `  ${row.name.padEnd(width)}  ${row.value.padStart(9)} ${row.unit}${verdict}`;
  });
  process.stdout.write(`${title}\n${lines.join('\n')}\n\n`);
}
