import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText, line } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/**
 * C-92 Keep a card without paying by it (an addition to the specification): `token` is what the acquirer's frame gave
 * for it, once. AGREEMENT_REQUIRED without the agreement, CARD_INVALID for a token that is none or a type that is not
 * accepted. A card that is in the list already stays there once.
 */
export const keepCard = defineCall({
  id: 'C-92',
  name: 'keepCard',
  summary: 'Keep a card',
  method: 'POST',
  path: '/card/new',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ token: line(200).min(1), isRememberCardAgree: flagText.optional() }),
  example: { token: 'tok_of_the_frame', isRememberCardAgree: '1' },
  answer: successAnswer,
});
