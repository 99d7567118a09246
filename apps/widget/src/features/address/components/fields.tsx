import { addressFields } from '../rules/address-fields.ts';
import type { AddressQuestions } from '../rules/address-questions.ts';
import type { AddressForm } from '../use-address-form.ts';
import { HolderField, IbanField } from './bank-fields.tsx';
import { DestinationField } from './destination-field.tsx';
import { HomeFields } from './home-fields.tsx';
import { TextRow } from './text-row.tsx';
import { UsedAddresses } from './used-addresses.tsx';

export interface FieldsProps {
  form: AddressForm;
  questions: AddressQuestions;
  /** Name of what is got: 'Bitcoin'. */
  name: string;
  networkName: string;
  /** Leads to the client's own balance, where that can be chosen instead. */
  onBalance?: (() => void) | undefined;
}

/** The inputs that the chosen options ask for (2.3-23). */
export function Fields({ form, questions: { fields }, name, networkName, onBalance }: FieldsProps) {
  const home = fields.filter((field) => field.startsWith('a_'));
  const rows = addressFields.filter((field) => fields.includes(field.name) && !field.name.startsWith('a_'));
  return (
    <>
      {rows.map((field) => {
        if (field.key === 'dstAddress')
          return <DestinationField key={field.key} form={form} name={name} networkName={networkName} />;
        if (field.key === 'iban') return <IbanField key={field.key} form={form} />;
        if (field.key === 'beneficiaryAccount') return <HolderField key={field.key} form={form} />;
        return <TextRow key={field.key} form={form} field={field} />;
      })}
      {fields.includes('dst_address') && <UsedAddresses form={form} onBalance={onBalance} />}
      {home.length > 0 && <HomeFields form={form} fields={home} />}
    </>
  );
}
