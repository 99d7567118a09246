import type { CurrencyConfigEntry, PaymentOption } from '@causeway/contract/shapes/site-config';
import { capitaliseFirst } from '@causeway/domain/verification/dates';
import { useState } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { ibanMask } from '../../ui/fields/mask.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import {
  type DestinationField,
  type DestinationValues,
  addressFault,
  destinationFields,
  ibanFault,
  targetOf,
} from './targets.ts';

/** Only whom it goes to needs a tag or a memo: an own wallet has none. */
const optional: readonly DestinationField[] = ['dst_tag', 'memo_id', 'memo_value'];

export interface DestinationInputsProps {
  target: PaymentOption;
  currencies: Readonly<Record<string, CurrencyConfigEntry>>;
  values: DestinationValues;
  errorOf: (field: DestinationField) => string | undefined;
  onChange: (values: DestinationValues) => void;
}

/** The fields of an address or a bank account, as its option asks for them; a wrong form shows once a field is left. */
export function DestinationInputs({ target, currencies, values, errorOf, onChange }: DestinationInputsProps) {
  const t = useTexts();
  const [isLeft, setLeft] = useState(false);
  const name = currencies[target.currency]?.fullname ?? target.currency;
  const faultOf = (field: DestinationField) => {
    const typed = values[field]?.trim() ?? '';
    if (!isLeft || typed === '') return undefined;
    const fault =
      field === 'dst_address' ? addressFault(typed, target.code) : field === 'iban' ? ibanFault(typed) : undefined;
    return fault && t(`tpl:address:fault_${fault}`);
  };
  return destinationFields
    .filter((field) => target.fields.includes(field))
    .map((field) => (
      <TextField
        key={`${targetOf(target)} ${field}`}
        label={field === 'dst_address' ? t('tpl:address:label', { name }) : t(`tpl:address:${field}`)}
        name={field}
        dir={field === 'beneficiary_account' ? undefined : 'ltr'}
        autoComplete={field === 'beneficiary_account' ? 'name' : 'off'}
        spellCheck={false}
        {...(field === 'iban' && { mask: ibanMask, autoCapitalize: 'characters' })}
        value={values[field] ?? ''}
        help={optional.includes(field) && t('tpl:address:optional')}
        error={errorOf(field) ?? faultOf(field)}
        onBlur={() => setLeft(true)}
        onChange={(value) => {
          if (field === 'dst_address' || field === 'iban') setLeft(false);
          onChange({ ...values, [field]: field === 'beneficiary_account' ? capitaliseFirst(value) : value });
        }}
      />
    ));
}
