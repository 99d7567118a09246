import { useState } from 'react';
import { localDay } from '../../lib/days/local-day.ts';
import { useTexts } from '../../platform/runtime.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { Period } from './period.ts';

interface PeriodFieldsProps<Name extends Period['period']> {
  value: Period & { period: Name };
  /** In the order in which they are offered. */
  periods: readonly Name[];
  onChange: (part: Partial<Period & { period: Name }>) => void;
}

/** The choice of a time. */
export function PeriodSelect<Name extends Period['period']>({ value, periods, onChange }: PeriodFieldsProps<Name>) {
  const t = useTexts();
  return (
    <SelectField
      label={t('tpl:transactions:time')}
      value={value.period}
      options={periods.map((name) => ({ value: name, text: t(`tpl:transactions:period_${name}`) }))}
      onChange={(chosen) => {
        const period = periods.find((name) => name === chosen);
        if (period !== undefined) onChange({ period });
      }}
    />
  );
}

/** First and last day, where the chosen time has its own. */
export function PeriodDays<Name extends Period['period']>({
  value,
  onChange,
}: Omit<PeriodFieldsProps<Name>, 'periods'>) {
  const t = useTexts();
  const [today] = useState(() => localDay(new Date()));
  if (value.period !== 'days') return null;
  return (
    <>
      <TextField
        type="date"
        label={t('tpl:transactions:from')}
        value={value.from}
        missing={value.from === ''}
        max={today}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        type="date"
        label={t('tpl:transactions:to')}
        value={value.to}
        missing={value.to === ''}
        max={today}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}
