import type { AppContext } from '../../context.ts';
import { cleanPresets } from './clean-presets.ts';
import { forgetPartner } from './find-partner.ts';
import { partner, type PartnerInput } from './partner.ts';
import { upsertPartner } from './store.ts';

/**
 * Adds a partner or changes one.
 *
 * @throws ZodError when a setting is not allowed
 */
export async function savePartner(context: Pick<AppContext, 'db' | 'clock'>, input: PartnerInput): Promise<void> {
  const parsed = partner.parse(input);
  await upsertPartner(context.db, { ...parsed, defaults: cleanPresets(parsed.defaults) }, context.clock.now());
  forgetPartner(context, parsed.partnerKey);
}
