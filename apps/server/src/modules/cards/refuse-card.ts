import { Refusal } from '../../errors.ts';
import { findCardFault, type CardUse } from './rules.ts';
import type { CardRow } from './store.ts';

/**
 * The card, when it may be used.
 *
 * @throws Refusal CARD_RESTRICTED, or CARD_INVALID with the reason, on the field
 */
export function requireUsableCard(card: CardRow | undefined, use: CardUse, field: string): CardRow {
  const fault = findCardFault(card, use);
  if (fault === 'restricted') throw new Refusal({ code: 'CARD_RESTRICTED', field });
  if (fault !== undefined || card === undefined)
    throw new Refusal({ code: 'CARD_INVALID', field, values: { reason: fault ?? 'token' } });
  return card;
}
