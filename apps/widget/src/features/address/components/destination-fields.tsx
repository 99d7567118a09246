import { useTexts } from '../../../shell/runtime.ts';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { AddressScreenProps } from '../address-screen.tsx';
import type { AddressFormState } from '../use-address-form.ts';

export interface DestinationFieldsProps extends Pick<
  AddressScreenProps,
  'name' | 'networkName' | 'fields' | 'initial'
> {
  state: AddressFormState;
}

/** The address, and the tag or memo where the network has one. */
export function DestinationFields({ state, name, networkName, fields, initial }: DestinationFieldsProps) {
  const { form, errors, looksRight, change } = state;
  const t = useTexts();
  return (
    <>
      <TextAreaField
        label={t('tpl:address:label', { name })}
        name="address"
        autoFocus={initial.dstAddress === ''}
        value={form.dstAddress}
        onChange={(dstAddress) => change({ dstAddress })}
        error={errors.dstAddress}
        help={
          looksRight
            ? t('tpl:address:looks_right', { network: networkName })
            : t('tpl:address:help', { network: networkName })
        }
        ok={looksRight}
      />
      {fields.includes('dst_tag') && (
        <TextField
          label={t('tpl:address:tag')}
          value={form.dstTag}
          onChange={(dstTag) => change({ dstTag })}
          error={errors.dstTag}
        />
      )}
      {fields.includes('memo_id') && (
        <TextField
          label={t('tpl:address:memo')}
          value={form.memoId}
          onChange={(memoId) => change({ memoId })}
          error={errors.memoId}
        />
      )}
    </>
  );
}
