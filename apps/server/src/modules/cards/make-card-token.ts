import type { AppContext } from '../../context.ts';

/** What clients and orders name a card by. */
export function makeCardToken({ random }: Pick<AppContext, 'random'>): string {
  return `card_${Buffer.from(random.bytes(24)).toString('base64url')}`;
}
