import { useTexts } from '../../../platform/runtime.ts';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { AddressField } from '../rules/address-fields.ts';
import type { AddressForm } from '../use-address-form.ts';

const memoKinds = ['text', 'id', 'hash', 'return'];

export interface TextRowProps {
  form: AddressForm;
  field: AddressField;
}

/** One plain input of the step: tag, memo, bank code, recurring id. */
export function TextRow({ form, field: { name, key, isOptional, inputMode, autoComplete = 'off' } }: TextRowProps) {
  const t = useTexts();
  const label = t(`tpl:address:${name}`);
  const hint = isOptional && t('tpl:address:optional');
  if (key === 'memoType')
    return (
      <SelectField
        label={label}
        value={form.values.memoType}
        options={memoKinds.map((kind) => ({ value: kind, text: t(`tpl:address:kind_${kind}`) }))}
        onChange={(memoType) => form.change({ memoType })}
        error={form.errorOf('memoType')}
      />
    );
  return (
    <TextField
      label={label}
      name={name}
      hint={hint}
      inputMode={inputMode}
      autoComplete={autoComplete}
      spellCheck={false}
      value={form.values[key]}
      onChange={(value) => form.change({ [key]: value })}
      error={form.errorOf(key)}
    />
  );
}
