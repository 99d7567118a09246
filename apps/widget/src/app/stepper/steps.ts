/** The steps of an order (2.3-01). */
export const steps = [
  'exchange',
  'exchangeMerchant',
  'address',
  'confirmation',
  'auth',
  'verification',
  'status',
] as const;

export type StepName = (typeof steps)[number];

/** A step by its name (2.3-03). */
export function toStep(name: string): StepName {
  const step = steps.find((known) => known === name);
  if (!step) throw new Error('Step not found');
  return step;
}
