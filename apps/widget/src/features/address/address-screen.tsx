import { paymentKind } from '@causeway/domain/payments/payment-methods';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Agreements } from './components/agreements.tsx';
import { Fields, type FieldsProps } from './components/fields.tsx';
import type { AddressValues } from './rules/address-values.ts';
import { type AddressForm, useAddressForm } from './use-address-form.ts';

export interface AddressScreenProps extends Omit<FieldsProps, 'form'> {
  network: string;
  payinGroup: string;
  initial: AddressValues;
  isCreating: boolean;
  errors: readonly ErrorItem[];
  summary?: ReactNode;
  /** Changes of the price meanwhile. */
  callout?: ReactNode;
  /** The choice of a saved card. */
  renderCards?: ((form: AddressForm) => ReactNode) | undefined;
  onSubmit: (values: AddressValues) => void;
  /** The step is left, with what was typed in it. */
  onLeave: (values: AddressValues) => void;
}

/** The destination, the pay-in card, and the agreements. */
export function AddressScreen(props: AddressScreenProps) {
  const { questions, payinGroup, isCreating, summary, callout, renderCards } = props;
  const t = useTexts();
  const form = useAddressForm(props);
  const { ref, look } = useFaultFocus();
  const leave = useEffectEvent(() => props.onLeave(form.values));
  useEffect(() => () => leave(), []);
  return (
    <form
      ref={ref}
      className={layout.main}
      data-layout={questions.layout}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
        look();
      }}
    >
      {summary}
      {callout}
      <Fields {...props} form={form} />
      {renderCards?.(form)}
      <Agreements form={form} questions={questions} payinGroup={payinGroup} />
      <Button big type="submit" busy={isCreating} className={questions.agreements.length === 0 ? layout.push : ''}>
        {t(isCreating ? 'tpl:exchange:placing' : 'tpl:address:submit', { payment: paymentKind(payinGroup, false) })}
      </Button>
    </form>
  );
}

/** After a failed attempt the first wrong field has the focus. */
function useFaultFocus() {
  const ref = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-faulty]')?.focus();
  }, [tries]);
  return { ref, look: () => setTries((count) => count + 1) };
}
