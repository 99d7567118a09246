import { toCamelCase, toSnakeCase } from '@causeway/contract/wire/names';
import type { z } from 'zod';

/** What is wrong with one field of a request. */
export interface FieldFault {
  /** Name of the wire; for a field that there is not, as the caller wrote it. */
  field: string;
  reason: string;
}

/** @param sent the request as it came, a form or JSON text */
export function tellFaults(issues: readonly z.core.$ZodIssue[], sent: string): FieldFault[] {
  return issues.flatMap((issue) => {
    const field = toSnakeCase(String(issue.path[0] ?? ''));
    if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) return [{ field, reason: issue.message }];
    return issue.keys.map((key) => ({ field: asWritten(key, sent), reason: 'There is no such field.' }));
  });
}

/** Forms are read in either spelling, so that the name that was read need not be the one that was sent. */
function asWritten(key: string, sent: string): string {
  const names = [...new URLSearchParams(sent).keys()].map((name) => name.replace(/\[\]$/, ''));
  return names.find((name) => name === key || toCamelCase(name) === key) ?? key;
}
