import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/** A number in international form, and its country; `undefined` when there can be no such number. */
export function readPhone(text: string, country: string | undefined): { phone: string; country: string } | undefined {
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const parsed = parsePhoneNumberFromString(text, {
    ...(home !== undefined && { defaultCountry: home }),
    extract: false,
  });
  if (parsed === undefined || !parsed.isValid()) return undefined;
  return { phone: parsed.number, country: parsed.country ?? '' };
}
