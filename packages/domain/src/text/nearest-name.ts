/**
 * The known name that was probably meant: the nearest, or the longest one of at least four characters that it begins
 * with, as `lang` of 'language'.
 *
 * @param most how many characters it may differ in
 */
export function nearestName(given: string, known: Iterable<string>, most = 2): string | undefined {
  const names = [...known];
  const distances = names.map((name): [string, number] => [name, editDistance(given, name)]);
  const [nearest] = distances
    .filter(([, distance]) => distance <= most)
    .toSorted(([, left], [, right]) => left - right);
  const [beginning] = names
    .filter((name) => name.length >= 4 && given.startsWith(name))
    .toSorted((left, right) => right.length - left.length);
  return nearest?.[0] ?? beginning;
}

/** How many characters must be added, removed, changed or swapped with the next. */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return 3;
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_unused, column) => column)];
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const at = (up: number, left: number) => (up === 0 ? line : rows[row - up])?.[column - left] ?? Infinity;
      const change = at(1, 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, change, isSwap ? at(2, 2) + 1 : Infinity));
    }
    rows.push(line);
  }
  return rows[from.length]?.[to.length] ?? Infinity;
}
