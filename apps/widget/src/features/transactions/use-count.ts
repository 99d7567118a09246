import { useEffect, useState } from 'react';
import { useRuntime } from '../../platform/runtime.ts';
import type { TransactionFilter } from './rules/transaction-filter.ts';
import type { TransactionsList } from './transactions-list.ts';

/** Milliseconds without a further choice until the server is asked. */
const settling = 250;

/** How many transactions a filter would leave; undefined while it is not known. */
export function useCount(list: TransactionsList, filter: TransactionFilter): number | undefined {
  const { log } = useRuntime();
  const [known, setKnown] = useState<{ filter: TransactionFilter; count: number }>();
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      list.count(filter).then(
        (count) => {
          if (!isOver) setKnown({ filter, count });
        },
        (error: unknown) => log.warn('The transactions could not be counted', error),
      );
    }, settling);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [list, filter, log]);
  return known?.filter === filter ? known.count : undefined;
}
