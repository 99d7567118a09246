import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useState } from 'react';
import { errorText } from '../../lib/format/error-text.ts';
import { useTexts } from '../../shell/runtime.ts';
import type { AddressQuestions } from './rules/address-questions.ts';
import type { AddressValues } from './rules/address-values.ts';
import { errorOfField } from './rules/error-of-field.ts';
import { findFaults } from './rules/find-faults.ts';
import { trimValues } from './rules/trim-values.ts';

export interface AddressFormOptions {
  initial: AddressValues;
  questions: AddressQuestions;
  /** The pay-out's network, by which the form of an address is known. */
  network: string;
  isCreating: boolean;
  errors: readonly ErrorItem[];
  onSubmit: (values: AddressValues) => void;
}

export interface AddressForm {
  values: AddressValues;
  /** What is wrong with a value: missing things once they were tried, and the server's word until the value changes. */
  errorOf: (key: keyof AddressValues) => string | undefined;
  /** The server's warning about a value that may be right. */
  warningOf: (key: keyof AddressValues) => ErrorItem | undefined;
  /** Whether a value has its plain form. */
  isRight: (key: keyof AddressValues) => boolean;
  change: (part: Partial<AddressValues>) => void;
  submit: () => void;
}

/** What is typed, what is still wrong with it, and whether it can go. */
export function useAddressForm(options: AddressFormOptions): AddressForm {
  const { initial, questions, network, isCreating, errors, onSubmit } = options;
  const t = useTexts();
  const [values, setValues] = useState(initial);
  const [isTried, setTried] = useState(false);
  const [edited, setEdited] = useState<{ of: unknown; keys: readonly string[] }>({ of: errors, keys: [] });
  const faults = findFaults(values, questions, network);

  function itemOf(key: keyof AddressValues): ErrorItem | undefined {
    const isEdited = edited.of === errors && edited.keys.includes(key);
    return isEdited ? undefined : errorOfField(errors, key);
  }

  return {
    values,
    errorOf(key) {
      const fault = faults[key];
      if (isTried && fault) return t(`tpl:address:fault_${fault}`);
      const item = itemOf(key);
      return item?.type === 'danger' ? errorText(item, t) : undefined;
    },
    warningOf(key) {
      const item = itemOf(key);
      return item?.type === 'warning' ? item : undefined;
    },
    isRight: (key) => values[key] !== '' && faults[key] === undefined,
    change(part) {
      // Another address was not compared with anything yet.
      const compared = part.dstAddress === undefined ? {} : { isAgreeAddress: false };
      setValues((old) => ({ ...old, ...compared, ...part }));
      const keys = edited.of === errors ? edited.keys : [];
      setEdited({ of: errors, keys: [...keys, ...Object.keys(part)] });
    },
    submit() {
      setTried(true);
      if (Object.keys(faults).length === 0 && !isCreating) onSubmit(trimValues(values));
    },
  };
}
