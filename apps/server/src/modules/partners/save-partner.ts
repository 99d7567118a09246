import type { AppContext } from '../../context.ts';
import { cleanPresets } from './clean-presets.ts';
import { forgetPartner, isOwnAddress } from './find-partner.ts';
import { type PartnerInput, partner } from './partner.ts';
import { upsertPartner } from './store.ts';

/** A partner whose payers return to its own pages only. */
const savedPartner = partner.refine(
  (saved) =>
    [saved.defaults.httpReturnSuccess, saved.defaults.httpReturnFailed].every(
      (address) => address === undefined || isOwnAddress(saved, address),
    ),
  { path: ['defaults'], message: 'A return address must be on one of the partner’s allowed origins.' },
);

/**
 * Adds a partner or changes one.
 *
 * @param isPayeeNamed whether its client was named, and is confirmed by that
 * @throws ZodError when a setting is not allowed
 */
export async function savePartner(
  context: Pick<AppContext, 'db' | 'clock'>,
  input: PartnerInput,
  isPayeeNamed = false,
): Promise<void> {
  const parsed = savedPartner.parse(input);
  const cleaned = { ...parsed, defaults: cleanPresets(parsed.defaults) };
  await upsertPartner(context.db, cleaned, { now: context.clock.now(), isPayeeNamed });
  forgetPartner(context, parsed.partnerKey);
}
