import { AddressText } from '../../../parts/entry/address-text.tsx';
import { useTexts } from '../../../platform/runtime.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import text from '../../../ui/layout/text.module.css';
import type { AddressForm } from '../use-address-form.ts';

/** An address that only resembles an earlier one is to be compared first: both are shown, what differs marked. */
export function LookalikeWarning({ form }: { form: AddressForm }) {
  const t = useTexts();
  const { resembled, values } = form;
  const warning = form.warningOf('dstAddress');
  if (resembled === undefined && !warning && !values.isAgreeAddress) return null;
  const address = values.dstAddress.trim();
  return (
    <>
      <Callout type="warning" title={t('tpl:address:lookalike_title')}>
        {resembled === undefined && warning ? warning.text : t('tpl:address:lookalike_text')}
      </Callout>
      {resembled !== undefined && (
        <dl className={text.stackS}>
          <dt className={text.eyebrow}>{t('tpl:address:lookalike_typed')}</dt>
          <dd>
            <AddressText address={address} against={resembled} />
          </dd>
          <dt className={text.eyebrow}>{t('tpl:address:lookalike_known')}</dt>
          <dd>
            <AddressText address={resembled} against={address} />
          </dd>
        </dl>
      )}
      <Checkbox
        name="compared"
        checked={values.isAgreeAddress}
        onChange={(isAgreeAddress) => form.change({ isAgreeAddress })}
        error={form.errorOf('isAgreeAddress')}
      >
        {t('tpl:address:agree_address')}
      </Checkbox>
    </>
  );
}
