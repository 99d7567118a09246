import { useTexts } from '../../../shell/runtime.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import layout from '../../../ui/layout.module.css';
import type { AddressFormState } from '../use-address-form.ts';

/** What the client agrees to before the order is placed. */
export function Consents({ state, isFloatingRate }: { state: AddressFormState; isFloatingRate: boolean }) {
  const { form, errors, change } = state;
  const t = useTexts();
  return (
    <>
      <Checkbox
        className={layout.push}
        name="wallet"
        checked={form.isAgreeName}
        onChange={(isAgreeName) => change({ isAgreeName })}
        error={errors.isAgreeName}
      >
        {t('tpl:address:agree_wallet')}
      </Checkbox>
      {isFloatingRate && (
        <Checkbox
          name="rate"
          checked={form.isAgreeRate}
          onChange={(isAgreeRate) => change({ isAgreeRate })}
          error={errors.isAgreeRate}
        >
          {t('tpl:address:agree_rate')}
        </Checkbox>
      )}
    </>
  );
}
