import { hasKeys } from './has-keys.ts';
import type { ErrorItem } from '@causeway/contract/errors/error-item';

/** The server answered, but not with the expected answer. `errors` holds its error items. */
export class ServerFailure extends Error {
  override readonly name = 'ServerFailure';
  readonly status: number;
  readonly errors: readonly ErrorItem[];
  constructor(status: number, errors: readonly ErrorItem[] = []) {
    super(`The server answered ${status}.`);
    this.status = status;
    this.errors = errors;
  }
}

/** The error items of an answer's body; empty when it has none. One without a type is danger (3-64). */
export function readErrors(body: unknown): readonly ErrorItem[] {
  if (!hasKeys<{ errors: unknown }>(body, ['errors']) || !Array.isArray(body.errors)) return [];
  return body.errors
    .filter((item: unknown) => hasKeys<ErrorItem>(item, ['code', 'field', 'text']))
    .map((item) => ({ ...item, type: item.type ?? 'danger' }));
}
