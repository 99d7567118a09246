import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useRuntime } from '../../platform/runtime.ts';

/** A row with its place among those that were read, which names it where nothing else of it does. */
export type Placed<Row> = Row & { place: number };

interface Page<Row> {
  rows: readonly Placed<Row>[];
  /** How many match, on all pages together. */
  total: number;
}

export interface Pages<Row> {
  /** Undefined until the first page is here. */
  page: Page<Row> | undefined;
  isLoading: boolean;
  failure: unknown;
  /** Reads the next page, or the first one again where that failed. */
  more: () => void;
}

/** Reads rows from a place on. Another function is another list, which begins at its first row. */
export type LoadPage<Row> = (start: number, signal: AbortSignal) => Promise<{ rows: readonly Row[]; total: number }>;

/** Calls when the list has changed at the server. @returns what ends that */
export type FollowList = (onChange: () => void) => () => void;

const never: FollowList = () => () => {};

/** The rows of a list, page after page; with `follow` what is new comes above them by itself. */
export function usePages<Row extends object>(load: LoadPage<Row>, follow: FollowList = never): Pages<Row> {
  const [state, setState] = useState<Omit<Pages<Row>, 'more'> & { of: LoadPage<Row> }>();
  const running = useRef<AbortController>(undefined);
  const shown = state?.of === load ? state : undefined;
  const known = shown?.page;

  const read = useCallback(
    async (before: Page<Row> | undefined) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setState({ of: load, page: before, isLoading: true, failure: undefined });
      const start = before?.rows.length ?? 0;
      try {
        const { rows, total } = await load(start, own.signal);
        if (own.signal.aborted) return;
        // What came meanwhile has moved this page's first rows here from the one before.
        const again = before === undefined ? 0 : Math.max(0, total - before.total);
        const added = rows.slice(again).map((row, index) => ({ ...row, place: start + index }));
        const page = { rows: [...(before?.rows ?? []), ...added], total };
        setState({ of: load, page, isLoading: false, failure: undefined });
      } catch (failure) {
        if (!own.signal.aborted) setState({ of: load, page: before, isLoading: false, failure: failure ?? true });
      }
    },
    [load],
  );
  useEffect(() => {
    void read(undefined);
    return () => running.current?.abort();
  }, [read]);

  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  useEffect(() => {
    const refreshing = new AbortController();
    const refresh = async () => {
      const before = latest.current;
      if (before?.page === undefined || before.isLoading) return;
      // A first page that does not come leaves what is shown; the next change asks again.
      const first = await load(0, refreshing.signal).catch(() => undefined);
      if (first === undefined || refreshing.signal.aborted || latest.current !== before) return;
      setState({ of: load, page: putAbove(first, before.page), isLoading: false, failure: before.failure });
    };
    const leave = follow(() => void refresh());
    return () => {
      leave();
      refreshing.abort();
    };
  }, [follow, load]);

  return {
    page: known,
    isLoading: shown?.isLoading ?? true,
    failure: shown?.failure,
    more: () => void read(known),
  };
}

/** A list whose first page was read again: what came since has moved the others down. */
export function putAbove<Row extends object>(
  first: { rows: readonly Row[]; total: number },
  known: Page<Row>,
): Page<Row> {
  const added = first.total - known.total;
  const isGap = added < 0 || added > first.rows.length;
  const rest = isGap ? [] : known.rows.slice(first.rows.length - added);
  return { rows: [...first.rows, ...rest].map((row, place) => ({ ...row, place })), total: first.total };
}

/**
 * Draws each row once, so that a page below thousands of rows costs what the first one did.
 *
 * @param shown what all rows are drawn with beside the texts; with another value they are drawn again
 */
export function useDrawnOnce<Row extends object, Drawn>(
  draw: (row: Row) => Drawn,
  shown: unknown,
): (row: Row) => Drawn {
  const { texts } = useRuntime();
  const version = texts.version();
  const drawn = useMemo(() => ({ version, shown, rows: new WeakMap<Row, Drawn>() }), [version, shown]).rows;
  return (row) => {
    const known = drawn.get(row) ?? draw(row);
    drawn.set(row, known);
    return known;
  };
}
