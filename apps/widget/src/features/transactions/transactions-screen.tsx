import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { failureText } from '../../lib/format/error-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLanguage } from '../../platform/use-loaded.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { DayList, type DayListProps } from './components/day-list.tsx';
import { FilterSheet } from './components/filter-sheet.tsx';
import { FilterStrip } from './components/filter-strip.tsx';
import { LoadingRows } from './components/loading-rows.tsx';
import { NoRows } from './components/no-rows.tsx';
import { type TransactionFilter, noFilter, partsOf } from './rules/transaction-filter.ts';
import styles from './transactions.module.css';
import type { TransactionsList, TransactionsState } from './transactions-list.ts';

/** Rows that a page brings. */
const pageSize = 20;

interface TransactionsScreenProps extends Omit<DayListProps, 'rows'> {
  list: TransactionsList;
  /** Shown while there are no rows. */
  empty: ReactNode;
  /** Leads to the other list, for a client with two. */
  switcher?: ReactNode;
}

/** Transactions by day, narrowed by filters, page after page (1-19, 3-56, 3-57). */
export function TransactionsScreen({ list, empty, switcher, ...rest }: TransactionsScreenProps) {
  const state = useList(list);
  const { rows, filter, total } = state;
  const filters = useFilters(list);
  useEffect(() => void list.refresh(), [list]);
  const isNarrowed = partsOf(filter).length > 0;
  const isEmpty = rows?.length === 0;
  return (
    <div className={classNames(layout.main, styles.main)}>
      {switcher}
      {(rows === undefined || !isEmpty || isNarrowed) && (
        <FilterStrip
          filter={filter}
          choices={state.choices}
          onOpen={filters.open}
          onChange={(next) => void list.narrow(next)}
        />
      )}
      <Body list={list} isNarrowed={isNarrowed} empty={empty} {...rest} />
      <p className="vh" role="status">
        <Total total={rows && total} />
      </p>
      {filters.sheet}
    </div>
  );
}

function Total({ total }: { total: number | undefined }) {
  const t = useTexts();
  return total !== undefined && t('tpl:transactions:total', { count: total });
}

function useFilters(list: TransactionsList): { open: () => void; sheet: ReactNode } {
  const { log } = useRuntime();
  const { filter, choices } = useList(list);
  const [isOpen, setOpen] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const read = () => {
    setFailed(false);
    list.readChoices().catch((error: unknown) => {
      log.warn('The filters could not be read', error);
      setFailed(true);
    });
  };
  const language = useLanguage();
  useEffect(() => {
    // The names of what was chosen are the server's.
    if (list.state().choices) list.readChoices().catch(() => undefined);
  }, [list, language]);
  return {
    open() {
      setOpen(true);
      read();
    },
    sheet: (
      <FilterSheet
        open={isOpen}
        list={list}
        filter={filter}
        choices={choices}
        onAgain={isFailed ? read : undefined}
        onApply={(next: TransactionFilter) => {
          setOpen(false);
          void list.narrow(next);
        }}
        onClose={() => setOpen(false)}
      />
    ),
  };
}

interface BodyProps extends Omit<DayListProps, 'rows'> {
  list: TransactionsList;
  isNarrowed: boolean;
  empty: ReactNode;
}

function Body({ list, isNarrowed, empty, ...rest }: BodyProps) {
  const t = useTexts();
  const { rows, nextPage, total, isLoading, failure } = useList(list);
  const again = rows === undefined || nextPage === '' ? list.refresh : list.more;
  const callout = failure !== undefined && (
    <Callout action={<LinkButton onClick={() => void again()}>{t('tpl:common:try_again')}</LinkButton>}>
      {failureText(failure, t)}
    </Callout>
  );
  if (rows === undefined) return callout || <LoadingRows />;
  if (rows.length === 0 && !isNarrowed) return callout || empty;
  if (rows.length === 0)
    return (
      <NoRows
        title={t('tpl:transactions:none_title')}
        action={
          <QuietButton look="line" onClick={() => void list.narrow(noFilter)}>
            {t('tpl:transactions:none_clear')}
          </QuietButton>
        }
      >
        {t('tpl:transactions:none_text')}
      </NoRows>
    );
  return (
    <>
      <DayList rows={rows} {...rest} />
      {callout}
      {nextPage !== '' && (
        <QuietButton look="line" className={layout.push} busy={isLoading} onClick={() => void list.more()}>
          {t('tpl:transactions:older', { count: Math.max(0, Math.min(pageSize, total - rows.length)) })}
        </QuietButton>
      )}
    </>
  );
}

/** The state of a list; the screen draws again when it changes. */
function useList(list: TransactionsList): TransactionsState {
  return useSyncExternalStore(list.subscribe, list.state, list.state);
}
