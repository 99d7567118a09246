import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText, line, ownerPassword } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/**
 * Let new destinations of withdrawals wait, and only saved ones be used (an addition to the specification). Switching
 * it off takes the owner's proof and is done a day later; until then switching it on takes that back. What the balance
 * pays a partner does not wait.
 */
export const setDestinationWait = defineCall({
  id: 'C-44e',
  name: 'setDestinationWait',
  summary: 'Let new destinations wait',
  method: 'POST',
  path: '/balance/destinations/wait',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ isOn: flagText, password: ownerPassword, code: line(20).optional() }),
  example: { isOn: '1' },
  answer: successAnswer,
});
