import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useState } from 'react';
import { errorText } from '../../lib/format/error-text.ts';
import { useTexts } from '../../shell/runtime.ts';
import type { AddressForm, AddressScreenProps } from './address-screen.tsx';
import { looksLikeAddress } from './rules/looks-like-address.ts';

/** What is typed, what is still wrong with it, and whether it can go. Complaints about what is missing wait for the first try. */
export function useAddressForm({ initial, network, isFloatingRate, isCreating, errors, onSubmit }: AddressScreenProps) {
  const t = useTexts();
  const [form, setForm] = useState<AddressForm>({ ...initial, isAgreeName: false, isAgreeRate: false });
  const [isTried, setTried] = useState(false);
  const [edited, setEdited] = useState<readonly ErrorItem[]>();
  const address = form.dstAddress.trim();
  const looksRight = looksLikeAddress(address, network);
  const isReady = looksRight && form.isAgreeName && (form.isAgreeRate || !isFloatingRate);

  /** The server's word on a field, until something is changed. */
  function serverError(field: string): string | undefined {
    const item = edited === errors ? undefined : errors.find((candidate) => candidate.field === field);
    return item && errorText(item, t);
  }
  const missing = (isMissing: boolean, key: string) => (isTried && isMissing ? t(key) : undefined);
  const addressFault = address === '' ? 'tpl:address:required' : 'tpl:address:wrong_form';

  return {
    form,
    looksRight,
    errors: {
      dstAddress: missing(!looksRight, addressFault) ?? serverError('dst_address'),
      dstTag: serverError('dst_tag'),
      memoId: serverError('memo_id'),
      isAgreeName: missing(!form.isAgreeName, 'tpl:address:agree_missing') ?? serverError('is_agree_name'),
      isAgreeRate: missing(!form.isAgreeRate, 'tpl:address:agree_missing') ?? serverError('is_agree_rate'),
    },
    change(part: Partial<AddressForm>): void {
      setForm((old) => ({ ...old, ...part }));
      setEdited(errors);
    },
    submit(): void {
      setTried(true);
      if (!isReady || isCreating) return;
      onSubmit({ ...form, dstAddress: address, dstTag: form.dstTag.trim(), memoId: form.memoId.trim() });
    },
  };
}

export type AddressFormState = ReturnType<typeof useAddressForm>;
