import { useState } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Chip, Chips } from '../../../ui/buttons/chip.tsx';
import { filterText } from '../rules/filter-text.ts';
import { partsOf, without, type TransactionFilter } from '../rules/transaction-filter.ts';
import type { FilterChoices } from '../transactions-list.ts';

export interface FilterStripProps {
  filter: TransactionFilter;
  choices: FilterChoices | undefined;
  onOpen: () => void;
  onChange: (filter: TransactionFilter) => void;
}

/** Opens the filters, and shows the active ones, each with a button that removes it. */
export function FilterStrip({ filter, choices, onOpen, onChange }: FilterStripProps) {
  const t = useTexts();
  const language = useRuntime().texts.language();
  const [now] = useState(() => new Date());
  const parts = partsOf(filter);
  return (
    <Chips label={t('tpl:transactions:filters')} line>
      <Chip
        icon="sliders-horizontal"
        aria-haspopup="dialog"
        aria-label={parts.length > 0 ? t('tpl:transactions:filters_on', { count: parts.length }) : undefined}
        onClick={onOpen}
      >
        {parts.length > 0 ? parts.length : t('tpl:transactions:filters')}
      </Chip>
      {parts.map((part) => {
        const name = filterText({ part, filter, choices, t, language, now });
        return (
          <Chip
            key={part}
            on
            end="x"
            aria-label={t('tpl:transactions:filter_remove', { name })}
            onClick={() => onChange(without(filter, part))}
          >
            {name}
          </Chip>
        );
      })}
    </Chips>
  );
}
