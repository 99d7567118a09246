import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { ReactNode } from 'react';
import { useTexts } from '../../shell/runtime.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Consents } from './components/consents.tsx';
import { DestinationFields } from './components/destination-fields.tsx';
import { useAddressForm } from './use-address-form.ts';

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
  const { name, networkName, fields, initial, isFloatingRate, isCreating, summary } = props;
  const t = useTexts();
  const state = useAddressForm(props);
  return (
    <form
      className={layout.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        state.submit();
      }}
    >
      {summary}
      <DestinationFields state={state} name={name} networkName={networkName} fields={fields} initial={initial} />
      <Consents state={state} isFloatingRate={isFloatingRate} />
      <Button big type="submit" busy={isCreating}>
        {t(isCreating ? 'tpl:exchange:placing' : 'tpl:address:submit')}
      </Button>
    </form>
  );
}
