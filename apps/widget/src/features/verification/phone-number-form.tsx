import type { listCountries } from '@causeway/contract/calls/list-countries';
import type { AnswerOf } from '@causeway/contract/define-call';
import { useState, type ReactNode } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { usePhoneCode } from './use-phone-code.ts';

type Countries = AnswerOf<typeof listCountries>['data'];

export interface PhoneNumberFormProps {
  countries: Countries;
  /** Of the number that there is. */
  firstCountry: string;
  form: ReturnType<typeof usePhoneCode>;
  /** The owner's proof that is required besides. */
  proofFields?: ReactNode;
  /** Given the number in international form. */
  onSend: (phone: string, country: string) => Promise<void>;
}

/** Country and number. */
export function PhoneNumberForm({ countries, firstCountry, form, proofFields, onSend }: PhoneNumberFormProps) {
  const t = useTexts();
  const open = countries.filter(({ isRestricted }) => isRestricted === 0);
  const [code, setCode] = useState(() => firstCountry || guessCountry(open, navigator.language));
  const [typed, setTyped] = useState('');
  const country = open.find((candidate) => candidate.code === code) ?? open[0];
  return (
    <FormFrame
      saving={form}
      submit={{ text: t('tpl:verification:phone_send'), isMissing: !/\d/.test(typed) }}
      onSubmit={() => {
        if (country) void onSend(toInternational(typed, country.phoneCode), country.code);
      }}
    >
      <SelectField
        label={t('tpl:verification:phone_country')}
        autoComplete="country"
        value={country?.code ?? ''}
        options={open.map(({ code: value, name, phoneCode }) => ({ value, text: `${name} (+${phoneCode})` }))}
        onChange={(value) => {
          form.clear();
          setCode(value);
        }}
      />
      <TextField
        label={t('tpl:verification:phone_number')}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={32}
        dir="ltr"
        value={typed}
        onChange={(value) => {
          form.clear();
          setTyped(value);
        }}
        help={t('tpl:verification:phone_help')}
        missing={!/\d/.test(typed)}
        error={form.errors.phone}
      />
      {proofFields}
    </FormFrame>
  );
}

/** The country that a language names, or else the one where most of its speakers live: 'uk' is Ukraine. */
export function guessCountry(countries: readonly Pick<Countries[number], 'code'>[], language: string): string {
  const { region } = new Intl.Locale(language).maximize();
  return countries.some(({ code }) => code === region) ? (region ?? '') : (countries[0]?.code ?? '');
}

/**
 * The entered number in international form: a number with `+` has its own country, any other gets the chosen one's
 * code.
 */
export function toInternational(typed: string, phoneCode: string): string {
  const text = typed.trim();
  const digits = text.replaceAll(/\D/g, '');
  if (text.startsWith('+')) return `+${digits}`;
  return text.startsWith('00') ? `+${digits.slice(2)}` : `+${phoneCode}${digits.replace(/^0+/, '')}`;
}
