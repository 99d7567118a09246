/** Whether a value is an object with these keys: the shape check of the first screen, which has no room for schemas. */
export function hasKeys<T>(value: unknown, keys: readonly (keyof T & string)[]): value is T {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}
