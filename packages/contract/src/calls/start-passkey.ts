import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line, ownerPassword } from '../fields/fields.ts';

/**
 * Begin to add a passkey (an addition to the specification): the password is required again, and a code when two-factor
 * is on. PASSWORD_WRONG on `password`; TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY on `code`; CONFLICT when
 * there are too many.
 */
export const startPasskey = defineCall({
  id: 'C-61b',
  name: 'startPasskey',
  summary: 'Begin to add a passkey',
  method: 'POST',
  path: '/client/passkeys/start',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ password: ownerPassword, code: line(20).optional() }),
  /**
   * `options`: `PublicKeyCredentialCreationOptionsJSON` as JSON text, empty when refused. They are valid for five
   * minutes.
   */
  example: { password: 'four words of yours' },
  answer: z.object({ success: flag, options: z.string(), errors: errorItems }),
});
