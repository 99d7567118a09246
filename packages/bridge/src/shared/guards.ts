export type Guard<T> = (value: unknown) => value is T;

export type Guards<T> = { [K in keyof T]-?: Guard<T[K]> };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  Object(value) === value && !Array.isArray(value);

/** Text of one character at least; `T` names the texts that this version knows of. */
export const isText =
  <T extends string = string>(longest: number): Guard<T> =>
  (value): value is T =>
    typeof value === 'string' && value !== '' && value.length <= longest;

export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** Plain decimal text: no sign, exponent, spaces or other alphabets' digits. */
export const isDecimal: Guard<string> = (value): value is string => isText(60)(value) && /^\d+(\.\d+)?$/.test(value);

/** An absolute http(s) address; keeps `javascript:` and the like away from `location`. */
export const isWebAddress = (value: unknown): value is string =>
  isText(4096)(value) && /^https?:\/\/[^\s\\]+$/i.test(value);

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
