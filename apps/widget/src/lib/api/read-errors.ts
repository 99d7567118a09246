import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { hasKeys } from './has-keys.ts';

/** The error items of an answer's body; empty when it has none. One without a type is danger (3-64). */
export function readErrors(body: unknown): readonly ErrorItem[] {
  if (!hasKeys<{ errors: unknown }>(body, ['errors']) || !Array.isArray(body.errors)) return [];
  return body.errors
    .filter((item: unknown) => hasKeys<ErrorItem>(item, ['code', 'field', 'text']))
    .map((item) => ({ ...item, type: item.type ?? 'danger' }));
}
