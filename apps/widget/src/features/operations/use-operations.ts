import { listOperationsEndpoint } from '@causeway/contract/endpoints/list-operations.generated';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRuntime } from '../../platform/runtime.ts';
import { type OperationFilter, operationFields } from './operation-filter.ts';
import type { Operation } from './operation-row.tsx';

/** A row with its place among those that were read: nothing of it names it alone, as one entry moves two currencies. */
export type PlacedOperation = Operation & { place: number };

interface Page {
  rows: readonly PlacedOperation[];
  /** How many match the filter, on all pages together. */
  total: number;
}

interface Operations {
  /** Undefined until the first page is here. */
  page: Page | undefined;
  isLoading: boolean;
  failure: unknown;
  /** Reads the next page, or the first one again where that failed. */
  more: () => void;
}

/** The operations that a filter leaves, page after page (3-50). */
export function useOperations(filter: OperationFilter, length: number): Operations {
  const { api } = useRuntime();
  const [state, setState] = useState<Omit<Operations, 'more'> & { of: OperationFilter }>();
  const running = useRef<AbortController>(undefined);
  const shown = state?.of === filter ? state : undefined;
  const known = shown?.page;

  const read = useCallback(
    async (before: Page | undefined) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setState({ of: filter, page: before, isLoading: true, failure: undefined });
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const start = before?.rows.length ?? 0;
      const fields = { ...operationFields(filter, new Date(), timeZone), start: String(start), length: String(length) };
      try {
        const { data, recordsFiltered: total } = await api.call(listOperationsEndpoint, fields, { signal: own.signal });
        if (own.signal.aborted) return;
        // What came meanwhile has moved this page's first rows here from the one before.
        const again = before === undefined ? 0 : Math.max(0, total - before.total);
        const added = data.slice(again).map((row, index) => ({ ...row, place: start + index }));
        const page = { rows: [...(before?.rows ?? []), ...added], total };
        setState({ of: filter, page, isLoading: false, failure: undefined });
      } catch (failure) {
        if (!own.signal.aborted) setState({ of: filter, page: before, isLoading: false, failure: failure ?? true });
      }
    },
    [api, filter, length],
  );
  useEffect(() => {
    void read(undefined);
    return () => running.current?.abort();
  }, [read]);

  return {
    page: known,
    isLoading: shown?.isLoading ?? true,
    failure: shown?.failure,
    more: () => void read(known),
  };
}
