import { isText, type Guard } from '../shared/guards.ts';

export const oneOf =
  <T extends string>(known: readonly T[]): Guard<T> =>
  (value): value is T =>
    known.some((name) => name === value);

export const isCount: Guard<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** A list with a maximum length, so that neither side can fill it without end. */
export const isListOf =
  <T>(guard: Guard<T>, most = 64): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.length <= most && value.every((item) => guard(item));

/** Text that may be empty, as the name of a device. */
export const isLine =
  (longest: number): Guard<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= longest;

/** A path of this product with its query. */
export const isPath: Guard<string> = (value): value is string =>
  typeof value === 'string' && value.length <= 2048 && /^\/(?![/\\])[^\s\\]*$/.test(value);

export const isToken = isText(8192);
