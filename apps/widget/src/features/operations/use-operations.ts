import { listOperationsEndpoint } from '@causeway/contract/endpoints/list-operations.generated';
import { useCallback } from 'react';
import { gatherTime } from '../../lib/live/live-poll.ts';
import { liveOf } from '../../lib/live/live.ts';
import { type Pages, usePages } from '../../parts/list/use-pages.ts';
import { useRuntime } from '../../platform/runtime.ts';
import { type OperationFilter, operationFields } from './operation-filter.ts';
import { type Operation, withCurrency } from './operation-row.tsx';

/** What makes a list of operations old: a movement, or a step of an order that it belongs to. */
const changes = ['balance', 'order'] as const;

/** The operations that a filter leaves, page after page (3-50). */
export function useOperations(filter: OperationFilter, length: number): Pages<Operation> {
  const runtime = useRuntime();
  const { api } = runtime;
  const load = useCallback(
    async (start: number, signal: AbortSignal) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const fields = { ...operationFields(filter, new Date(), timeZone), start: String(start), length: String(length) };
      const answer = await api.call(listOperationsEndpoint, fields, { signal });
      return { rows: withCurrency(answer), total: answer.recordsFiltered };
    },
    [api, filter, length],
  );
  const follow = useCallback(
    (onChange: () => void) => {
      const live = liveOf(runtime);
      let seen = live.count(changes);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const leave = live.subscribe(() => {
        const now = live.count(changes);
        if (now === seen) return;
        seen = now;
        clearTimeout(timer);
        timer = setTimeout(onChange, gatherTime);
      });
      return () => {
        leave();
        clearTimeout(timer);
      };
    },
    [runtime],
  );
  return usePages(load, follow);
}
