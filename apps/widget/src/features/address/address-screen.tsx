import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useState, type ReactNode } from 'react';
import { errorText } from '../../lib/format/error-text.ts';
import { useTexts } from '../../shell/runtime.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import layout from '../../ui/layout.module.css';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { looksLikeAddress } from './rules/looks-like-address.ts';

export interface AddressForm {
  dstAddress: string;
  dstTag: string;
  memoId: string;
  isAgreeName: boolean;
  isAgreeRate: boolean;
}

export interface AddressScreenProps {
  /** Name of what is bought: 'Bitcoin'. */
  name: string;
  network: string;
  networkName: string;
  /** Fields the chosen option asks for, in wire form. */
  fields: readonly string[];
  initial: Pick<AddressForm, 'dstAddress' | 'dstTag' | 'memoId'>;
  isFloatingRate: boolean;
  isCreating: boolean;
  errors: readonly ErrorItem[];
  summary?: ReactNode;
  onSubmit: (form: AddressForm) => void;
}

/** Where the coins go (AddressDefault), and what the client agrees to. */
export function AddressScreen(props: AddressScreenProps) {
  const { name, network, networkName, fields, initial, isFloatingRate, isCreating, errors, summary, onSubmit } = props;
  const t = useTexts();
  const [form, setForm] = useState<AddressForm>({ ...initial, isAgreeName: false, isAgreeRate: false });
  const [isTried, setTried] = useState(false);
  const [edited, setEdited] = useState<readonly ErrorItem[]>();
  const address = form.dstAddress.trim();
  const looksRight = looksLikeAddress(address, network);
  const isReady = looksRight && form.isAgreeName && (form.isAgreeRate || !isFloatingRate);

  function change(part: Partial<AddressForm>): void {
    setForm((old) => ({ ...old, ...part }));
    setEdited(errors);
  }
  /** The server's word on a field, until something is changed. */
  function serverError(field: string): string | undefined {
    const item = edited === errors ? undefined : errors.find((candidate) => candidate.field === field);
    return item && errorText(item, t);
  }
  const missing = (isMissing: boolean, key: string) => (isTried && isMissing ? t(key) : undefined);
  const addressError = address === '' ? 'tpl:address:required' : 'tpl:address:wrong_form';

  return (
    <form
      className={layout.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isReady && !isCreating)
          onSubmit({ ...form, dstAddress: address, dstTag: form.dstTag.trim(), memoId: form.memoId.trim() });
      }}
    >
      {summary}
      <TextAreaField
        label={t('tpl:address:label', { name })}
        name="address"
        autoFocus={initial.dstAddress === ''}
        value={form.dstAddress}
        onChange={(dstAddress) => change({ dstAddress })}
        error={missing(!looksRight, addressError) ?? serverError('dst_address')}
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
          error={serverError('dst_tag')}
        />
      )}
      {fields.includes('memo_id') && (
        <TextField
          label={t('tpl:address:memo')}
          value={form.memoId}
          onChange={(memoId) => change({ memoId })}
          error={serverError('memo_id')}
        />
      )}
      <Checkbox
        className={layout.push}
        name="wallet"
        checked={form.isAgreeName}
        onChange={(isAgreeName) => change({ isAgreeName })}
        error={missing(!form.isAgreeName, 'tpl:address:agree_missing') ?? serverError('is_agree_name')}
      >
        {t('tpl:address:agree_wallet')}
      </Checkbox>
      {isFloatingRate && (
        <Checkbox
          name="rate"
          checked={form.isAgreeRate}
          onChange={(isAgreeRate) => change({ isAgreeRate })}
          error={missing(!form.isAgreeRate, 'tpl:address:agree_missing') ?? serverError('is_agree_rate')}
        >
          {t('tpl:address:agree_rate')}
        </Checkbox>
      )}
      <Button big type="submit" busy={isCreating}>
        {t(isCreating ? 'tpl:exchange:placing' : 'tpl:address:submit')}
      </Button>
    </form>
  );
}
