export type Guard<T> = (value: unknown) => value is T;

export type Guards<T> = { [K in keyof T]-?: Guard<T[K]> };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText =
  (longest: number): Guard<string> =>
  (value): value is string =>
    typeof value === 'string' && value !== '' && value.length <= longest;

export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** Plain decimal text: no sign, exponent, spaces or other alphabets' digits. */
export const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 60 && /^\d+(\.\d+)?$/.test(value);

/** An absolute http(s) address; keeps `javascript:` and the like away from `location`. */
export const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 4096 && /^https?:\/\/[^\s\\]+$/i.test(value);

export const isPathOrWebAddress = (value: unknown): value is string =>
  isWebAddress(value) || (typeof value === 'string' && value.length <= 4096 && /^\/(?![/\\])[^\s\\]*$/.test(value));

export const optional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value);

export const nullable =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);
