import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line, ownerPassword } from '../fields/fields.ts';

/**
 * C-60 Switch two-factor on with a code of the authenticator. `recoveryCodes` are shown only here. The owner must give
 * `password`, and `proofCode` when there is a second factor already; the code of a passkey replaces the password too
 * (additions to the specification): REQUIRED or PASSWORD_WRONG on `password`; TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG on
 * `proof_code`.
 */
export const enableTwoFactor = defineCall({
  id: 'C-60',
  name: 'enableTwoFactor',
  summary: 'Switch two-factor on',
  method: 'POST',
  path: '/client/two_factor/enable',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    key: line(64),
    code: line(20),
    password: ownerPassword,
    proofCode: line(20).optional(),
  }),
  example: { key: 'A'.repeat(32), code: '123456' },
  answer: z.object({
    success: flag,
    isEnabled: flag,
    recoveryCodes: z.array(z.string()),
    error: z.string(),
    errors: errorItems,
  }),
});
