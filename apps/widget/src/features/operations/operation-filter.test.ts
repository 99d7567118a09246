import { operationStatuses as known, operationTypes as types } from '@causeway/contract/calls/list-operations';
import { describe, expect, test } from 'vitest';
import {
  type OperationFilter,
  noFilter,
  operationFields,
  operationStatuses,
  operationTypes,
} from './operation-filter.ts';

const now = new Date(2026, 5, 30, 12);
const fields = (part: Partial<OperationFilter>) => operationFields({ ...noFilter, ...part }, now, 'Europe/Kyiv');
const timeZone = 'Europe/Kyiv';

describe('3-51, A-111 the filters of operations', () => {
  test('every type and status of the contract can be chosen', () => {
    expect([operationTypes, operationStatuses]).toEqual([types, known]);
  });

  test.each<[Partial<OperationFilter>, Record<string, string>]>([
    [{}, {}],
    [{ from: '2026-06-01', to: '2026-06-02' }, {}],
    [{ period: 'today' }, { timeFrom: '2026-06-30', timeTo: '2026-06-30', timeZone }],
    [{ period: 'week' }, { timeFrom: '2026-06-24', timeTo: '2026-06-30', timeZone }],
    [{ period: 'month' }, { timeFrom: '2026-06-01', timeTo: '2026-06-30', timeZone }],
    [
      { period: 'days', from: '2026-06-05' },
      { timeFrom: '2026-06-05', timeZone },
    ],
    [
      { period: 'days', from: '2026-06-05', to: '2026-06-01' },
      { timeFrom: '2026-06-01', timeTo: '2026-06-05', timeZone },
    ],
    [
      { period: 'days', type: 'refund', status: 'finished' },
      { type: 'refund', status: 'finished' },
    ],
  ])('%o is sent as %o', (filter, sent) => expect(fields(filter)).toEqual(sent));
});
