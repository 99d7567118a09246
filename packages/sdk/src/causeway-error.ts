/** An error of the SDK. Its message says what was expected, what came and how to fix it. */
export class CausewayError extends Error {
  override name = 'CausewayError';
}

/** Shows a value in an error message, short and on one line. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 80)}"` : value === null ? 'null' : typeof value;
}
