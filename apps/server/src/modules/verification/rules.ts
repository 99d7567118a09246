import { basicNames, type BasicName } from '@causeway/domain/verification/basic-names';
import { capitaliseName, dayAt, isBirthdayFine } from '@causeway/domain/verification/dates';
import type { RefusalItem } from '../../errors.ts';

export type BasicFields = Readonly<Record<BasicName, string>>;

/** What the rules must know of countries. */
export interface Countries {
  isKnown: (code: string) => boolean;
  isRestricted: (code: string) => boolean;
  statesOf: (code: string) => readonly { code: string }[];
}

/** Letters of any script with what stands between them in names. */
const namePattern = /^\p{L}[\p{L}\p{M} .'’-]*$/u;
/**
 * Where the day begins first: UTC+14. A birthday is right where it is right for the client, wherever that is.
 */
const earliestZone = 14 * 60;

/** The fields as they are kept: trimmed, names capitalised, the state only where the country has states. */
export function tidyBasic(
  typed: Readonly<Partial<Record<BasicName, string | undefined>>>,
  countries: Countries,
): BasicFields {
  const text = (name: BasicName) => (typed[name] ?? '').trim().replace(/\s+/g, ' ');
  const country = text('a_country').toUpperCase();
  return {
    first_name: capitaliseName(text('first_name')),
    last_name: capitaliseName(text('last_name')),
    birthday: text('birthday'),
    a_country: country,
    a_state: countries.statesOf(country).length > 0 ? text('a_state').toUpperCase() : '',
    a_city: text('a_city'),
    a_postcode: text('a_postcode'),
    a_addr1: text('a_addr1'),
    a_addr2: text('a_addr2'),
  };
}

/** What is wrong with the basic data, one item for each field (5-15, 5-16, 5-30). */
export function judgeBasic(fields: BasicFields, countries: Countries, now: Date): RefusalItem[] {
  const { first_name, last_name, birthday, a_country, a_state } = fields;
  const states = countries.statesOf(a_country);
  const optional: readonly BasicName[] = states.length > 0 ? ['a_addr2'] : ['a_addr2', 'a_state'];
  const missing = basicNames.filter((name) => fields[name] === '' && !optional.includes(name));
  const faults: RefusalItem[] = missing.map((field) => ({ code: 'is_required', field }));
  const check = (field: BasicName, isFine: boolean, code: RefusalItem['code']) => {
    if (fields[field] !== '' && !isFine) faults.push({ code, field });
  };
  check('first_name', namePattern.test(first_name), 'NAME_WRONG');
  check('last_name', namePattern.test(last_name), 'NAME_WRONG');
  check('birthday', isBirthdayFine(birthday, dayAt(now, earliestZone)), 'BIRTHDAY_WRONG');
  check('a_country', countries.isKnown(a_country), 'COUNTRY_UNKNOWN');
  check('a_country', !countries.isRestricted(a_country), 'COUNTRY_RESTRICTED');
  check('a_state', states.length === 0 || states.some(({ code }) => code === a_state), 'STATE_UNKNOWN');
  return faults;
}
