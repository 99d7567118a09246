import { useState } from 'react';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Popup } from '../../../ui/layout/popup.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { noFilter, type TransactionFilter } from '../rules/transaction-filter.ts';
import type { FilterChoices, TransactionsList } from '../transactions-list.ts';
import styles from '../transactions.module.css';
import { useCount } from '../use-count.ts';
import { FilterFields } from './filter-fields.tsx';

export interface FilterSheetProps {
  open: boolean;
  list: TransactionsList;
  filter: TransactionFilter;
  choices: FilterChoices | undefined;
  /** The available filters could not be read; a press tries again. */
  onAgain: (() => void) | undefined;
  onApply: (filter: TransactionFilter) => void;
  onClose: () => void;
}

/** The filters; the list changes once they are applied, and the button shows the number of results. */
export function FilterSheet({ open, filter, onClose, ...rest }: FilterSheetProps) {
  // Each opening begins with the filter that is on.
  return open && <OpenSheet filter={filter} onClose={onClose} {...rest} />;
}

function OpenSheet({ list, filter, choices, onAgain, onApply, onClose }: Omit<FilterSheetProps, 'open'>) {
  const t = useTexts();
  const [draft, setDraft] = useState(filter);
  const count = useCount(list, draft);
  return (
    <Popup
      open
      onClose={onClose}
      title={t('tpl:transactions:filter_title')}
      closeLabel={t('tpl:common:close')}
      foot={
        <>
          <QuietButton look="line" className={styles.clear} onClick={() => setDraft(noFilter)}>
            {t('tpl:transactions:clear')}
          </QuietButton>
          <Button onClick={() => onApply(draft)}>
            {count === undefined ? t('tpl:transactions:show') : t('tpl:transactions:show_count', { count })}
          </Button>
        </>
      }
    >
      {onAgain && (
        <Callout action={<LinkButton onClick={onAgain}>{t('tpl:common:try_again')}</LinkButton>}>
          {t('tpl:common:network')}
        </Callout>
      )}
      <FilterFields draft={draft} choices={choices} onChange={(part) => setDraft({ ...draft, ...part })} />
    </Popup>
  );
}
