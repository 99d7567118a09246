import { useState } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import text from '../../../ui/layout/text.module.css';
import { fieldOf } from '../rules/address-fields.ts';
import { countries } from '../rules/countries.ts';
import type { AddressForm } from '../use-address-form.ts';
import styles from './home-fields.module.css';
import { TextRow } from './text-row.tsx';

export interface HomeFieldsProps {
  form: AddressForm;
  /** What is asked, in wire form. */
  fields: readonly string[];
}

/** The client's postal address: two short rows if there is room. */
export function HomeFields({ form, fields }: HomeFieldsProps) {
  const t = useTexts();
  const { texts } = useRuntime();
  const [list] = useState(() => countries(texts.language()));
  const row = (name: string) => {
    const field = fields.includes(name) ? fieldOf(name) : undefined;
    return field && <TextRow form={form} field={field} />;
  };
  return (
    <>
      <div className={text.two}>
        {fields.includes('a_country') && (
          <SelectField
            label={t('tpl:address:a_country')}
            name="a_country"
            autoComplete="country"
            value={form.values.aCountry}
            options={[{ value: '', text: t('tpl:address:choose') }, ...list]}
            onChange={(aCountry) => form.change({ aCountry })}
            error={form.errorOf('aCountry')}
          />
        )}
        {row('a_city')}
      </div>
      <div className={styles.street}>
        {row('a_postcode')}
        {row('a_addr1')}
      </div>
      {row('a_addr2')}
      {row('a_state')}
    </>
  );
}
