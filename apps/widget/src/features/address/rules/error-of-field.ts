import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { toCamelCase } from '@causeway/contract/wire/names';

/**
 * The server's error about a value: by the name of its field, or by a code of its own where the item names no field
 * (5-35).
 */
export function errorOfField(errors: readonly ErrorItem[], key: string): ErrorItem | undefined {
  return errors.find((item) => toCamelCase(item.field || item.code.toLowerCase()) === key);
}
