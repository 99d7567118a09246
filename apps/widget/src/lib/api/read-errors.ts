import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { hasKeys } from './has-keys.ts';

/** The error items of an answer's body; empty when it has none. */
export function readErrors(body: unknown): readonly ErrorItem[] {
  if (!hasKeys<{ errors: unknown }>(body, ['errors']) || !Array.isArray(body.errors)) return [];
  return body.errors.filter((item: unknown) => hasKeys<ErrorItem>(item, ['code', 'field', 'text']));
}
