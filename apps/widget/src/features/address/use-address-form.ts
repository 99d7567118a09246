import type { listUsedAddresses } from '@causeway/contract/calls/list-used-addresses';
import type { AnswerOf } from '@causeway/contract/define-call';
import { listUsedAddressesEndpoint } from '@causeway/contract/endpoints/list-used-addresses.generated';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { isLookalike, isSameAddress } from '@causeway/domain/addresses/is-lookalike';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/format/error-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { type AddressQuestions, agreedByButton } from './rules/address-questions.ts';
import type { AddressValues } from './rules/address-values.ts';
import { errorOfField } from './rules/error-of-field.ts';
import { type Faults, findFaults } from './rules/find-faults.ts';
import { trimValues } from './rules/trim-values.ts';

type UsedAddress = AnswerOf<typeof listUsedAddresses>['addresses'][number];

interface AddressFormOptions {
  initial: AddressValues;
  questions: AddressQuestions;
  /** The payout's network, which determines the form of an address. */
  network: string;
  isCreating: boolean;
  errors: readonly ErrorItem[];
  onSubmit: (values: AddressValues) => void;
}

export interface AddressForm {
  values: AddressValues;
  /** Addresses of the network that were paid out to before. */
  used: readonly UsedAddress[];
  /** The one of them that the address only resembles. */
  resembled: string | undefined;
  /**
   * The fault of a value: its form once it was left or pasted, its absence once submitting was tried, and the server's
   * error until the value changes.
   */
  errorOf: (key: keyof AddressValues) => string | undefined;
  /** The server's warning about a value that may be right. */
  warningOf: (key: keyof AddressValues) => ErrorItem | undefined;
  /** Whether a value has its plain form. */
  isRight: (key: keyof AddressValues) => boolean;
  change: (part: Partial<AddressValues>) => void;
  /** What a field does to be judged when it is left, and as soon as something is pasted. */
  judged: (key: keyof AddressValues) => { onBlur: () => void; onPaste: () => void };
  submit: () => void;
}

/** The entered values, their faults, and whether they can be submitted. */
export function useAddressForm(options: AddressFormOptions): AddressForm {
  const { initial, questions, network, isCreating, errors, onSubmit } = options;
  const t = useTexts();
  const [values, setValues] = useState(initial);
  const [isTried, setTried] = useState(false);
  const [edited, setEdited] = useState<{ of: unknown; keys: readonly string[] }>({ of: errors, keys: [] });
  const [left, setLeft] = useState<readonly string[]>([]);
  const isPasting = useRef(false);
  const hasChain = questions.fields.includes('dst_address');
  const used = useUsedAddresses(hasChain ? network : undefined);
  const known = used.map(({ address }) => address);
  const resembled = findResembled(values.dstAddress.trim(), known);
  const hasRightChecksum = useChecksum(hasChain);
  const plain = findFaults(values, questions, { network, hasRightChecksum });
  const isCompared = resembled === undefined || plain.dstAddress !== undefined || values.isAgreeAddress;
  const faults: Faults = isCompared ? plain : { ...plain, isAgreeAddress: 'agree' };

  function itemOf(key: keyof AddressValues): ErrorItem | undefined {
    const isEdited = edited.of === errors && edited.keys.includes(key);
    return isEdited ? undefined : errorOfField(errors, key);
  }

  return {
    values,
    used,
    resembled: plain.dstAddress === undefined ? resembled : undefined,
    errorOf(key) {
      const fault = faults[key];
      if (fault && (isTried || (left.includes(key) && fault !== 'required'))) return t(`tpl:address:fault_${fault}`);
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
      const changed = Object.keys(part);
      const isPasted = isPasting.current;
      isPasting.current = false;
      setLeft((old) => (isPasted ? [...old, ...changed] : old.filter((key) => !changed.includes(key))));
      const keys = edited.of === errors ? edited.keys : [];
      setEdited({ of: errors, keys: [...keys, ...changed] });
    },
    judged: (key) => ({
      onBlur: () => setLeft((old) => [...old, key]),
      onPaste: () => {
        isPasting.current = true;
      },
    }),
    submit() {
      setTried(true);
      if (Object.keys(faults).length > 0 || isCreating) return;
      const agreed = questions.agreements
        .filter((name) => agreedByButton.has(name))
        .map((name) => [name, true] as const);
      onSubmit(trimValues({ ...values, ...Object.fromEntries(agreed) }));
    },
  };
}

/** The known address that another one only resembles; none where it is known itself. */
function findResembled(address: string, known: readonly string[]): string | undefined {
  if (known.some((other) => isSameAddress(other, address))) return undefined;
  return known.find((other) => isLookalike(other, address));
}

/**
 * Chain addresses of a network that were paid out to before; none while they are read, and none where that failed: the
 * step works without, and the server compares in any case. Undefined requests none.
 */
function useUsedAddresses(network: string | undefined): readonly UsedAddress[] {
  const { api, log, network: connection } = useRuntime();
  const [used, setUsed] = useState<{ of: string; addresses: readonly UsedAddress[] }>();
  useEffect(() => {
    if (network === undefined) return undefined;
    const end = new AbortController();
    const read = () =>
      api.call(listUsedAddressesEndpoint, { payoutGroup: network }, { signal: end.signal }).then(
        ({ addresses }) => setUsed({ of: network, addresses }),
        (failure: unknown) => {
          if (!end.signal.aborted) log.warn('Addresses used before could not be read', failure);
        },
      );
    void read();
    const stop = connection.onOnline(() => void read());
    return () => {
      stop();
      end.abort();
    };
  }, [api, log, connection, network]);
  return used?.of === network ? (used?.addresses ?? []) : [];
}

/** The checksum of addresses, in a chunk of its own; until it is there, and where it cannot be had, none is wrong. */
function useChecksum(isNeeded: boolean): (address: string) => boolean {
  const { log } = useRuntime();
  const [check, setCheck] = useState<{ hasRightChecksum: (address: string) => boolean }>();
  useEffect(() => {
    if (!isNeeded) return;
    import('./rules/has-right-checksum.ts').then(setCheck, (failure: unknown) =>
      log.warn('The checksum of addresses could not be loaded', failure),
    );
  }, [isNeeded, log]);
  return check?.hasRightChecksum ?? (() => true);
}
