import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ibanMask } from '../../../ui/fields/mask.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { capitaliseFirst } from '@causeway/domain/verification/dates';
import { countryName } from '../rules/countries.ts';
import type { AddressForm } from '../use-address-form.ts';

/** Characters that the field has room for at 320 px; a longer number is repeated below it, to be compared. */
const shownWhole = 22;

/** The account number, grouped in fours; a right one shows its country. */
export function IbanField({ form }: { form: AddressForm }) {
  const t = useTexts();
  const { texts } = useRuntime();
  const { iban } = form.values;
  const isRight = form.isRight('iban');
  return (
    <TextField
      label={t('tpl:address:iban')}
      name="iban"
      mask={ibanMask}
      dir="ltr"
      autoFocus={iban === ''}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={iban}
      onChange={(value) => form.change({ iban: value })}
      {...form.judged('iban')}
      error={form.errorOf('iban')}
      ok={isRight}
      help={
        isRight && (
          <>
            <Icon name="landmark" size="s" />
            <span>
              {countryName(iban.slice(0, 2), texts.language())}
              {iban.length > shownWhole && (
                <>
                  {' · '}
                  <bdi dir="ltr">{ibanMask.format(iban)}</bdi>
                </>
              )}
            </span>
          </>
        )
      }
    />
  );
}

/** The holder of the account. */
export function HolderField({ form }: { form: AddressForm }) {
  const t = useTexts();
  return (
    <TextField
      label={t('tpl:address:beneficiary_account')}
      name="beneficiary_account"
      autoComplete="name"
      value={form.values.beneficiaryAccount}
      onChange={(name) => form.change({ beneficiaryAccount: capitaliseFirst(name) })}
      error={form.errorOf('beneficiaryAccount')}
    />
  );
}
