import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { line, ownerPassword } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/**
 * Remove a passkey (an addition to the specification). PASSWORD_WRONG on `password`; TWO_FACTOR_REQUIRED,
 * TWO_FACTOR_WRONG, CODE_TOO_MANY on `code`; NOT_FOUND for another client's. Without another second factor, two-factor
 * ends with it. The sessions that it opened end, but for the caller's.
 */
export const removePasskey = defineCall({
  id: 'C-61e',
  name: 'removePasskey',
  summary: 'Remove a passkey',
  method: 'POST',
  path: '/client/passkeys/remove',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ id: z.uuid(), password: ownerPassword, code: line(20).optional() }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', password: 'four words of yours' },
  answer: successAnswer,
});
