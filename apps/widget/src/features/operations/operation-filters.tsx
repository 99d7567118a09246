import { type OperationFilter, operationTypes, operationStatuses, periods } from './operation-filter.ts';
import { useTexts } from '../../platform/runtime.ts';
import styles from './operations.module.css';
import { PeriodSelect, PeriodDays } from '../../parts/list/period-fields.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import text from '../../ui/layout/text.module.css';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

export function Filters({
  filter,
  onChange,
}: {
  filter: OperationFilter;
  onChange: (part: Partial<OperationFilter>) => void;
}) {
  const t = useTexts();
  const any = { value: '' as const, text: t('tpl:transactions:any') };
  const kinds = operationTypes.map((value) => ({ value, text: t(`tpl:operations:type_${value}`) }));
  const states = operationStatuses.map((value) => ({ value, text: t(`tpl:operations:status_${value}`) }));
  const find = <Value extends string>(all: readonly { value: Value }[], value: string) =>
    all.find((option) => option.value === value)?.value;
  return (
    <div role="group" aria-label={t('tpl:transactions:filters')} className={styles.filters}>
      <PeriodSelect value={filter} periods={periods} onChange={onChange} />
      <SelectField
        label={t('tpl:operations:type')}
        value={filter.type}
        options={[any, ...kinds]}
        onChange={(value) => onChange({ type: find(kinds, value) ?? '' })}
      />
      <SelectField
        label={t('tpl:transactions:status')}
        value={filter.status}
        options={[any, ...states]}
        onChange={(value) => onChange({ status: find(states, value) ?? '' })}
      />
      <PeriodDays value={filter} onChange={onChange} />
    </div>
  );
}

export function LoadingRows({ count }: { count: number }) {
  return (
    <div aria-busy="true" className={text.stackS}>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} width="100%" height="48px" />
      ))}
    </div>
  );
}
