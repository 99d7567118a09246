import { randomBytes } from 'node:crypto';

/** An e-mail address without an account. */
export function newEmail(): string {
  return `sam.${randomBytes(6).toString('hex')}@example.com`;
}

export const password = 'correct horse battery';
