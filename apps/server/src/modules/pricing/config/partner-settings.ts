import type { PricingSettings } from '../../currencies/price-list.ts';
import type { Partner } from '../../partners/partner.ts';

/** One object for one partner and fee, so that values prepared for it are found again. */
const made = new WeakMap<PricingSettings, Map<string, PricingSettings>>();
const partnersMax = 1_000;

/** The settings with the partner's fee added. */
export function partnerSettings(settings: PricingSettings, partner: Partner | undefined): PricingSettings {
  if (partner === undefined) return settings;
  const { partnerKey, feePercent } = partner;
  const known = made.get(settings) ?? new Map<string, PricingSettings>();
  made.set(settings, known);
  const name = `${feePercent} ${partnerKey}`;
  const partnerPercent = feePercent === 0 ? undefined : feePercent;
  const found = known.get(name) ?? { ...settings, partnerPercent, partnerKey };
  if (known.size >= partnersMax) known.clear();
  known.set(name, found);
  return found;
}
