import { keepDestinationEndpoint } from '@causeway/contract/endpoints/keep-destination.generated';
import type { CurrencyConfigEntry, PaymentOption } from '@causeway/contract/shapes/site-config';
import { type ReactNode, useState } from 'react';
import { nameOf } from '../../../lib/format/show-amount.ts';
import { DestinationInputs } from '../../../parts/destination/destination-inputs.tsx';
import {
  type DestinationValues,
  destinationFields,
  destinationRequest,
  targetOf,
} from '../../../parts/destination/targets.ts';
import { FormFrame } from '../../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useSave } from '../../../platform/use-save.ts';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ProofFields } from '../proof-fields.tsx';
import { useProof } from '../use-proof.ts';

export interface KeepDestinationFormProps {
  email: string;
  /** Where to, as it was typed before; asked for in the form without it. */
  target?: string;
  destination?: DestinationValues;
  /** What to choose from, where it is asked for. */
  choice?: { targets: readonly PaymentOption[]; currencies: Readonly<Record<string, CurrencyConfigEntry>> };
  /** What is said first. */
  intro?: ReactNode;
  onKept: () => void;
  onCancel: () => void;
}

/** A name for a destination, the destination itself where it is not known yet, and the owner's proof. */
export function KeepDestinationForm({ email, intro, choice, onKept, onCancel, ...given }: KeepDestinationFormProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const [first] = choice?.targets ?? [];
  const [target, setTarget] = useState(given.target ?? (first ? targetOf(first) : ''));
  const [values, setValues] = useState<DestinationValues>(given.destination ?? {});
  const [name, setName] = useState('');
  const proof = useProof();
  const saving = useSave(['name', 'password', 'code', ...destinationFields]);
  const option = choice?.targets.find((one) => targetOf(one) === target);
  const [payoutCurrency = '', payoutGroup = ''] = target.split(' ');
  const request = { name: name.trim(), payoutCurrency, payoutGroup, ...destinationRequest(values), ...proof.values };
  return (
    <FormFrame
      saving={saving}
      submit={{ text: t('tpl:settings:destinations:keep'), isMissing: request.name === '' || proof.isMissing }}
      after={
        <QuietButton look="bare" onClick={onCancel}>
          {t(choice ? 'tpl:common:back' : 'tpl:withdrawal:keep_later')}
        </QuietButton>
      }
      onSubmit={() =>
        void saving.finish(() => api.call(keepDestinationEndpoint, request)).then((answer) => answer && onKept())
      }
    >
      {intro}
      {choice && option && (
        <>
          <SelectField
            label={t('tpl:settings:destinations:to')}
            value={target}
            options={choice.targets.map((one) => ({
              value: targetOf(one),
              text: `${nameOf(choice.currencies[one.currency], one.currency)} · ${one.localName}`,
            }))}
            onChange={(next) => {
              saving.clear();
              setTarget(next);
              setValues({});
            }}
          />
          <DestinationInputs
            target={option}
            currencies={choice.currencies}
            values={values}
            errorOf={(field) => saving.errors[field]}
            onChange={(next) => {
              saving.clear();
              setValues(next);
            }}
          />
        </>
      )}
      <TextField
        label={t('tpl:settings:destinations:name')}
        autoComplete="off"
        autoFocus={!choice}
        maxLength={60}
        value={name}
        onChange={setName}
        missing={request.name === ''}
        error={saving.errors.name}
      />
      <ProofFields proof={proof} saving={saving} email={email} />
    </FormFrame>
  );
}
