import {
  listCountries as listCall,
  type listCountries as listCountriesCall,
} from '@causeway/contract/calls/list-countries';
import { listStates } from '@causeway/contract/calls/list-states';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Language } from '@causeway/domain/languages/languages';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import type { Config } from '../../config/config.ts';
import { statesOf } from './states.ts';

/** Countries and their states: C-19 and C-20. */
export function countryRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, listCall, ({ language }) => ({
    success: toFlag(true),
    data: listCountries(context.config, language),
  }));
  bindCall(app, context, listStates, ({ language }) => ({
    success: toFlag(true),
    data: listCountries(context.config, language).map(({ code, name }) => ({
      code,
      name,
      states: [...statesOf(code)],
    })),
  }));
}

type Country = AnswerOf<typeof listCountriesCall>['data'][number];

/**
 * Members of the European Union; source: https://european-union.europa.eu/principles-countries-history/eu-countries_en
 */
const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';

const unionCodes = new Set(union.split(' '));

/** Countries in the order of their names, in a language. Territories with a code of their own are included. */
export function listCountries(config: Pick<Config, 'PHONE_RESTRICTED_COUNTRIES'>, language: Language): Country[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  const { compare } = new Intl.Collator([language, 'en']);
  return getCountries()
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      phoneCode: getCountryCallingCode(code),
      isEu: toFlag(unionCodes.has(code)),
      isRestricted: toFlag(config.PHONE_RESTRICTED_COUNTRIES.includes(code)),
      hasStates: toFlag(statesOf(code).length > 0),
    }))
    .toSorted((one, other) => compare(one.name, other.name));
}
