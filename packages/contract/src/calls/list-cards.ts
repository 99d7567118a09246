import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line } from '../fields/fields.ts';
import { savedCard, tokenizeSettings } from '../shapes/saved-card.ts';

/**
 * C-35 Saved cards of the client and how each acquirer tokenises a new one. A missing `direction` is refused with
 * 'Payment direction is required!', another one with 'Wrong payment direction!' (5-37, 5-38).
 */
export const listCards = defineCall({
  id: 'C-35',
  name: 'listCards',
  summary: 'Saved cards',
  method: 'POST',
  path: '/cards',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ direction: line(16).optional(), provider: line(40).optional() }),
  example: { direction: 'payin' },
  answer: z.object({
    success: flag,
    cards: z.array(savedCard),
    tokenize: z.record(z.string(), tokenizeSettings),
    errors: errorItems,
  }),
});
