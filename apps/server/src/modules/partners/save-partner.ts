import type { AppContext } from '../../context.ts';
import { partner, type Partner } from './partner.ts';
import { upsertPartner } from './store.ts';

/**
 * Adds a partner or changes one.
 *
 * @throws ZodError when a setting is not allowed
 */
export async function savePartner(context: Pick<AppContext, 'db' | 'clock'>, input: Partner): Promise<void> {
  await upsertPartner(context.db, partner.parse(input), context.clock.now());
}
