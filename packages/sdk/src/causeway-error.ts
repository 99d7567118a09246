/** An error of the SDK. Its message says what was expected and what came. */
export class CausewayError extends Error {
  override name = 'CausewayError';
}

/** The error for something that cannot be used: `Expected "coupon" to be text, but got "null".` */
export function unexpected(name: string, expected: string, value: unknown): CausewayError {
  return new CausewayError(`Expected "${name}" to be ${expected}, but got "${String(value)}".`);
}
