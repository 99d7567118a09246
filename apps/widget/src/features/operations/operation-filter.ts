import { type Period, daysOf } from '../../parts/list/period.ts';

/** As C-38 names them; the contract's own lists would bring its schemas along. */
export const operationTypes = ['deposit', 'withdrawal', 'exchange', 'refund', 'affiliate', 'other'] as const;
export const operationStatuses = ['pending', 'finished', 'canceled'] as const;
export const periods = ['all', 'today', 'week', 'month', 'days'] as const;

/** What a client narrows the operations by; empty for no limit. */
export interface OperationFilter extends Period {
  period: (typeof periods)[number];
  type: '' | (typeof operationTypes)[number];
  status: '' | (typeof operationStatuses)[number];
}

export const noFilter: OperationFilter = { period: 'all', from: '', to: '', type: '', status: '' };

/** The fields of a filter, with days as the reader's calendar has them. */
export function operationFields(filter: OperationFilter, now: Date, timeZone: string): Record<string, string> {
  const [timeFrom, timeTo] = daysOf(filter, now);
  const { type, status } = filter;
  const isTimed = timeFrom !== '' || timeTo !== '';
  const fields = { timeFrom, timeTo, timeZone: isTimed ? timeZone : '', type, status };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
