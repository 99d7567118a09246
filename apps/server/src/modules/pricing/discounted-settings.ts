import type { PricingSettings } from '../currencies/price-list.ts';

/** One object for one discount, so that what is prepared for it is found again. */
const made = new WeakMap<PricingSettings, Map<number, PricingSettings>>();

/** The settings with so much less of a service fee, its percent rounded up; `percentOff` from 0 to 100. */
export function discountedSettings(settings: PricingSettings, percentOff: number): PricingSettings {
  if (percentOff === 0) return settings;
  const known = made.get(settings) ?? new Map<number, PricingSettings>();
  made.set(settings, known);
  const marginPercent = Math.ceil((settings.marginPercent * (100 - percentOff)) / 100);
  const discounted = known.get(percentOff) ?? { ...settings, marginPercent };
  known.set(percentOff, discounted);
  return discounted;
}
