import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { twoFactorData } from '../shapes/two-factor.ts';

/** C-59 Two-factor state; `key`, `keyNice` and `url` only while it is off. */
export const getTwoFactor = defineCall({
  id: 'C-59',
  name: 'getTwoFactor',
  summary: 'Two-factor state and, while it is off, a key to switch it on with',
  method: 'POST',
  path: '/client/two_factor',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: twoFactorData,
});
