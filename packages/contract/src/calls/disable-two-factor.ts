import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line, ownerPassword } from '../fields/fields.ts';

/**
 * C-61 Switch two-factor off with a code of the authenticator, a recovery code or one of a passkey, and the password
 * (an addition to the specification): REQUIRED or PASSWORD_WRONG on `password`. The code of a passkey replaces the
 * password too.
 */
export const disableTwoFactor = defineCall({
  id: 'C-61',
  name: 'disableTwoFactor',
  summary: 'Switch two-factor off',
  method: 'POST',
  path: '/client/two_factor/disable',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ code: line(20), password: ownerPassword }),
  example: { code: '123456' },
  answer: z.object({ success: flag, isEnabled: flag, error: z.string(), errors: errorItems }),
});
