import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText, line, ownerPassword } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/**
 * C-92 Keep a card without paying by it (an addition to the specification): `token` is what the acquirer's frame gave
 * for it, once. Money may be paid out to the card then, so it takes the owner's proof. AGREEMENT_REQUIRED without the
 * agreement, CARD_INVALID for a token that is none or a type that is not accepted; PASSWORD_WRONG, TWO_FACTOR_REQUIRED,
 * TWO_FACTOR_WRONG of the proof. A card that is in the list already stays there once.
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
  request: z.object({
    token: line(200).min(1),
    isRememberCardAgree: flagText.optional(),
    password: ownerPassword,
    code: line(20).optional(),
  }),
  example: { token: 'tok_of_the_frame', isRememberCardAgree: '1' },
  answer: successAnswer,
});
