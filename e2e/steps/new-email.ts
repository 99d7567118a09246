import { randomBytes } from 'node:crypto';

/** An address nobody has used. */
export function newEmail(): string {
  return `sam.${randomBytes(6).toString('hex')}@example.com`;
}

export const password = 'correct horse battery';
