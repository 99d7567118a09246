/** A value inside an answer, by the names on its path. */
export function pick(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined),
    value,
  );
}
