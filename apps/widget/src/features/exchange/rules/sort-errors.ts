import type { ErrorItem } from '@causeway/contract/errors/error-item';

export interface SortedErrors {
  payin: ErrorItem | undefined;
  payout: ErrorItem | undefined;
  /** Shown as notes above the submit button: info, warnings, and danger that has no field here. */
  notes: readonly ErrorItem[];
  /** Whether an error forbids going on. */
  isBlocking: boolean;
}

const payinFields = ['payin_amount', 'payin_currency', 'payin_group'];
const payoutFields = ['payout_amount', 'payout_currency', 'payout_group'];
/** Codes that are information, not danger (8-02). */
const infoCodes = ['BASIC_LIMIT_EXCEEDED', 'LIMIT_EXCEEDED', 'VERIFICATION_REQUIRED'];

/** Puts the errors of a calculation where they are shown. An empty amount is no error to show (8-05). */
export function sortErrors(items: readonly ErrorItem[]): SortedErrors {
  const shown = items.filter((item, at) => item.code !== 'REQUIRED' && at === firstOf(items, item)).map(toned);
  const isField = (item: ErrorItem, fields: readonly string[]) => item.type === 'danger' && fields.includes(item.field);
  return {
    payin: shown.find((item) => isField(item, payinFields)),
    payout: shown.find((item) => isField(item, payoutFields)),
    notes: shown.filter((item) => !isField(item, [...payinFields, ...payoutFields])),
    isBlocking: shown.some((item) => item.type === 'danger'),
  };
}

function toned(item: ErrorItem): ErrorItem {
  return infoCodes.includes(item.code) ? { ...item, type: 'info' } : item;
}

/** An error of both the price and the placed order is shown once. */
function firstOf(items: readonly ErrorItem[], { code, field }: ErrorItem): number {
  return items.findIndex((item) => item.code === code && item.field === field);
}
