import { useState } from 'react';
import { failureText } from '../../lib/format/error-text.ts';
import { ListEnd, pageSize } from '../../parts/list/list-end.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { classNames } from '../../ui/class-names.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import layout from '../../ui/layout/layout.module.css';
import { noFilter } from './operation-filter.ts';
import { type OperationLinks, OperationTable } from './operation-row.tsx';
import styles from './operations.module.css';
import { StatementSheet } from './statement-sheet.tsx';
import { useOperations } from './use-operations.ts';
import { Filters, LoadingRows } from './operation-filters.tsx';

/** How many the page of the balance shows. */
const latestCount = 5;
/** Most that are listed by type or status (C-38). */
const matchesMost = 1000;

/** What came to and went from the balance, by day, narrowed by time, type and status (3-50, 3-51). */
export function OperationsScreen(links: OperationLinks) {
  const t = useTexts();
  const [filter, setFilter] = useState(noFilter);
  const pages = useOperations(filter, pageSize);
  const { page, isLoading } = pages;
  const isNarrowed = filter !== noFilter;
  const [isStatement, setStatement] = useState(false);
  return (
    <div className={classNames(layout.main, styles.main)}>
      <Filters filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />
      {page === undefined && isLoading && <LoadingRows count={latestCount} />}
      {page?.rows.length === 0 && (
        <EmptyState
          title={t(isNarrowed ? 'tpl:transactions:none_title' : 'tpl:operations:empty')}
          action={
            isNarrowed && (
              <QuietButton look="line" onClick={() => setFilter(noFilter)}>
                {t('tpl:transactions:none_clear')}
              </QuietButton>
            )
          }
        >
          {t(isNarrowed ? 'tpl:transactions:none_text' : 'tpl:operations:empty_text')}
        </EmptyState>
      )}
      {page && page.rows.length > 0 && <OperationTable rows={page.rows} links={links} days />}
      <ListEnd pages={pages} />
      {page && page.total >= matchesMost && (filter.type !== '' || filter.status !== '') && (
        <p className={styles.fee}>{t('tpl:operations:most')}</p>
      )}
      {page && (page.rows.length > 0 || isNarrowed) && (
        <QuietButton look="line" icon="arrow-down-to-line" onClick={() => setStatement(true)}>
          {t('tpl:statement:open')}
        </QuietButton>
      )}
      {isStatement && (
        <StatementSheet
          currencies={links.currencies}
          first={page?.rows[0]?.currency ?? 'EUR'}
          open={isStatement}
          onClose={() => setStatement(false)}
        />
      )}
      <p className="vh" role="status">
        {page && !isLoading && t('tpl:operations:total', { count: page.total })}
      </p>
    </div>
  );
}

/** The newest operations, for the page of the balance. */
export function LatestOperations(links: OperationLinks) {
  const { page, isLoading, failure, more } = useOperations(noFilter, latestCount);
  const t = useTexts();
  if (page === undefined && isLoading) return <LoadingRows count={2} />;
  if (failure !== undefined)
    return (
      <Callout action={<LinkButton onClick={more}>{t('tpl:common:try_again')}</LinkButton>}>
        {failureText(failure, t)}
      </Callout>
    );
  if (page === undefined || page.rows.length === 0)
    return <p className={styles.fee}>{t('tpl:operations:empty_text')}</p>;
  return <OperationTable rows={page.rows} links={links} />;
}
