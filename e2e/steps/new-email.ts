import { randomUUID } from 'node:crypto';

/** An address nobody has used. */
export function newEmail(): string {
  return `${randomUUID()}@example.com`;
}

export const password = 'correct horse battery';
