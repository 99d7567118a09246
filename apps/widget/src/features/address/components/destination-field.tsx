import { type KeyboardEvent, useRef } from 'react';
import { ScanButton } from '../../../parts/scan/scan-button.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import type { AddressForm } from '../use-address-form.ts';
import { LookalikeWarning } from './lookalike-warning.tsx';

export interface DestinationFieldProps {
  form: AddressForm;
  /** Name of what is bought: 'Bitcoin'. */
  name: string;
  networkName: string;
}

/** As in a field of one line: the address only wraps. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The chain address of a wallet; one that only resembles an earlier one must be compared first. */
export function DestinationField({ form, name, networkName }: DestinationFieldProps) {
  const { log } = useRuntime();
  const t = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const isRight = form.isRight('dstAddress');
  const judged = form.judged('dstAddress');
  const isFirstFocus = useRef(form.values.dstAddress === '');

  function take(text: string): void {
    judged.onPaste();
    form.change({ dstAddress: text.trim().replaceAll(/\s+/g, '') });
  }

  async function paste(): Promise<void> {
    field.current?.focus();
    try {
      const text = await navigator.clipboard.readText();
      if (text.trim() !== '') take(text);
    } catch (refusal) {
      log.warn('The clipboard is closed to the page', refusal);
    }
  }

  return (
    <>
      <TextAreaField
        ref={field}
        label={t('tpl:address:label', { name })}
        name="address"
        autoFocus={isFirstFocus.current}
        value={form.values.dstAddress}
        onChange={(dstAddress) => form.change({ dstAddress })}
        {...judged}
        onKeyDown={submitByEnter}
        error={form.errorOf('dstAddress')}
        help={t(isRight ? 'tpl:address:looks_right' : 'tpl:address:help', { network: networkName })}
        ok={isRight}
        action={
          <>
            <ScanButton onFound={take} />
            <IconButton icon="clipboard-paste" label={t('tpl:address:paste')} onClick={() => void paste()} />
          </>
        }
      />
      <LookalikeWarning form={form} />
    </>
  );
}
