import { downloadStatementEndpoint } from '@causeway/contract/endpoints/download-statement.generated';
import { useState } from 'react';
import { localDay } from '../../lib/days/local-day.ts';
import { fetchAndSave } from '../../lib/files/save-file.ts';
import { nameOf } from '../../lib/format/show-amount.ts';
import { useAsking } from '../../parts/entry/use-asking.ts';
import { type Period, daysOf } from '../../parts/list/period.ts';
import { PeriodDays, PeriodSelect } from '../../parts/list/period-fields.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/buttons/segmented.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { FieldError } from '../../ui/fields/field-error.tsx';
import { MissingFault } from '../../ui/fields/text-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { Popup } from '../../ui/layout/popup.tsx';
import text from '../../ui/layout/text.module.css';
import type { OperationLinks } from './operation-row.tsx';

const periods = ['month', 'quarter', 'days'] as const;
const fileTypes = ['pdf', 'csv'] as const;

interface StatementSheetProps {
  currencies: OperationLinks['currencies'];
  /** That of the newest operation. */
  first: string;
  open: boolean;
  onClose: () => void;
}

/** Downloads a statement of one currency and period (C-86). */
export function StatementSheet({ currencies, first, open, onClose }: StatementSheetProps) {
  const t = useTexts();
  const runtime = useRuntime();
  const [now] = useState(() => new Date());
  const [currency, setCurrency] = useState(first);
  const [period, setPeriod] = useState<Period & { period: (typeof periods)[number] }>({
    period: 'month',
    from: '',
    to: localDay(now),
  });
  const [fileType, setFileType] = useState<(typeof fileTypes)[number]>('pdf');
  const saving = useSave(['time_to', 'currency']);
  const [timeFrom, timeTo] = daysOf(period, now);
  const isMissing = timeFrom === '' || timeTo === '';
  const { ref, fault, button } = useAsking<HTMLDivElement>(isMissing, saving.isBusy, t('tpl:error:REQUIRED'));
  const change = (part: Partial<typeof period>) => {
    saving.clear();
    setPeriod({ ...period, ...part });
  };

  async function take(): Promise<void> {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const form = { currency, time_from: timeFrom, time_to: timeTo, time_zone: timeZone, file_type: fileType };
    if (!(await saving.run(() => fetchAndSave(runtime, { endpoint: downloadStatementEndpoint, form })))) return;
    runtime.toasts.show({ text: t('tpl:statement:ready') });
    onClose();
  }

  return (
    <Popup
      open={open}
      onClose={onClose}
      title={t('tpl:statement:title')}
      closeLabel={t('tpl:common:close')}
      foot={
        <Button big icon="arrow-down-to-line" {...button} onClick={() => void take()}>
          {t('tpl:statement:download')}
        </Button>
      }
    >
      <div ref={ref} className={text.stack}>
        <p className={text.lead}>{t('tpl:statement:intro')}</p>
        {saving.error && <Callout>{saving.error}</Callout>}
        <SelectField
          label={t('tpl:statement:currency')}
          value={currency}
          options={Object.entries(currencies).map(([code, entry]) => ({ value: code, text: nameOf(entry, code) }))}
          error={saving.errors.currency}
          onChange={setCurrency}
        />
        <PeriodSelect value={period} periods={periods} onChange={change} />
        <MissingFault value={fault}>
          <PeriodDays value={period} onChange={change} />
        </MissingFault>
        {saving.errors.time_to && <FieldError id="statement-period">{saving.errors.time_to}</FieldError>}
        <Segmented
          label={t('tpl:statement:format')}
          name="statement-format"
          value={fileType}
          options={fileTypes.map((value) => ({ value, text: t(`tpl:statement:format_${value}`) }))}
          onChange={setFileType}
        />
      </div>
    </Popup>
  );
}
