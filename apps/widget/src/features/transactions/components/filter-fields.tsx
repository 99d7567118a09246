import { useState, type ReactNode } from 'react';
import { ToneMark } from '../../../parts/order/tone-mark.tsx';
import { useTexts } from '../../../platform/runtime.ts';
import { Chip, Chips } from '../../../ui/buttons/chip.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import text from '../../../ui/layout/text.module.css';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { localDay } from '../../../lib/days/local-day.ts';
import { groupTones, statusGroups } from '../rules/status-groups.ts';
import { periods, toggled, type TransactionFilter } from '../rules/transaction-filter.ts';
import type { FilterChoices } from '../transactions-list.ts';
import styles from '../transactions.module.css';

export interface FilterFieldsProps {
  draft: TransactionFilter;
  choices: FilterChoices | undefined;
  onChange: (part: Partial<TransactionFilter>) => void;
}

/** The filters of a list (3-57): time, method, status, currencies. */
export function FilterFields({ draft, choices, onChange }: FilterFieldsProps) {
  const t = useTexts();
  const currency = (name: 'payinCurrency' | 'payoutCurrency', label: string) => (
    <SelectField
      label={label}
      value={draft[name]}
      options={[
        { value: '', text: t('tpl:transactions:any') },
        ...(choices?.[name] ?? []).map(({ code }) => ({ value: code, text: code })),
      ]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <div className={styles.fields}>
      <TimeFields draft={draft} choices={choices} onChange={onChange} />
      <Group label={t('tpl:transactions:method')}>
        {choices ? (
          choices.method.map(({ code, name }) => (
            <Chip
              key={code}
              pressed={draft.methods.includes(code)}
              onClick={() => onChange({ methods: toggled(draft.methods, code) })}
            >
              {name}
            </Chip>
          ))
        ) : (
          <Skeleton width="160px" height="36px" />
        )}
      </Group>
      <Group label={t('tpl:transactions:status')}>
        {statusGroups.map((group) => (
          <Chip
            key={group}
            pressed={draft.statuses.includes(group)}
            onClick={() => onChange({ statuses: toggled(draft.statuses, group) })}
          >
            <ToneMark tone={groupTones[group]} />
            {t(`tpl:transactions:status_${group}`)}
          </Chip>
        ))}
      </Group>
      <div className={text.two}>
        {currency('payinCurrency', t('tpl:transactions:paid'))}
        {currency('payoutCurrency', t('tpl:transactions:got'))}
      </div>
    </div>
  );
}

function TimeFields({ draft, choices, onChange }: FilterFieldsProps) {
  const t = useTexts();
  const [today] = useState(() => localDay(new Date()));
  const limits = { min: choices?.time, max: today };
  return (
    <>
      <Group label={t('tpl:transactions:time')}>
        {periods.map((period) => (
          <Chip
            key={period}
            icon={period === 'days' ? 'calendar' : undefined}
            pressed={draft.period === period}
            onClick={() => onChange({ period })}
          >
            {t(`tpl:transactions:period_${period}`)}
          </Chip>
        ))}
      </Group>
      {draft.period === 'days' && (
        <div className={text.two}>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              type="date"
              label={t(`tpl:transactions:${end}`)}
              value={draft[end]}
              {...limits}
              onChange={(day) => onChange({ [end]: day })}
            />
          ))}
        </div>
      )}
    </>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={text.stackS}>
      <p className={styles.legend} aria-hidden="true">
        {label}
      </p>
      <Chips label={label}>{children}</Chips>
    </div>
  );
}
