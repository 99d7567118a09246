/** Rows of one shape, column by column. A column in which all rows agree is written once. */
export type Columns<Row> = { [Key in keyof Row]: Row[Key][] };

/** Turns rows into columns: each name is written once and similar values are adjacent, which compresses far better. */
export function toColumns<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const columns: Partial<Columns<Row>> = {};
  let isFirst = true;
  for (const key in rows[0]) {
    const values = rows.map((row) => row[key]);
    // The first column keeps its length, which gives the number of rows.
    columns[key] = isFirst || !isUniform(values) ? values : values.slice(0, 1);
    isFirst = false;
  }
  return whole<Columns<Row>>(columns);
}

/** The rows that were turned into columns. */
export function toRows<Row extends object>(columns: Columns<Row>): Row[] {
  let count = 0;
  for (const key in columns) count = Math.max(count, columns[key].length);
  return Array.from({ length: count }, (_, index) => {
    const row: Partial<Row> = {};
    for (const key in columns) {
      const column = columns[key];
      const value = column[column.length === 1 ? 0 : index];
      if (value !== undefined) row[key] = value;
    }
    return whole<Row>(row);
  });
}

function isUniform(values: readonly unknown[]): boolean {
  const first = JSON.stringify(values[0]);
  return values.every((value) => JSON.stringify(value) === first);
}

/** Every key has been given its value. */
function whole<T>(value: Partial<T>): T {
  if (!isWhole(value)) throw new Error('A column is missing.');
  return value;
}

function isWhole<T>(value: Partial<T>): value is T {
  return typeof value === 'object';
}
