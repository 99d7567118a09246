import type { AddressValues } from './address-values.ts';

/** The values as they travel: without the blanks around them (5-13). A memo's kind goes only with a memo. */
export function trimValues(values: AddressValues): AddressValues {
  const trimmed: AddressValues = Object.assign(
    { ...values },
    ...Object.entries(values).map(([name, value]) => (typeof value === 'string' ? { [name]: value.trim() } : {})),
  );
  return trimmed.memoValue === '' ? { ...trimmed, memoType: '' } : trimmed;
}
