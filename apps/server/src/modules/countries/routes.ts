import {
  listCountries as listCall,
  type listCountries as listCountriesCall,
} from '@causeway/contract/calls/list-countries';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Language } from '@causeway/domain/languages/languages';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import type { Config } from '../../config/config.ts';

/** Countries: C-19. */
export function countryRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, listCall, ({ language }) => ({
    success: toFlag(true),
    data: listCountries(context.config, language),
  }));
}

type Country = AnswerOf<typeof listCountriesCall>['data'][number];

/**
 * Members of the European Union; source: https://european-union.europa.eu/principles-countries-history/eu-countries_en
 */
const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';
/**
 * Where a postal address needs a state or province; source:
 * https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions
 */
const federal = 'AU BR CA IN MX US';

const unionCodes = new Set(union.split(' '));
const federalCodes = new Set(federal.split(' '));

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
      hasStates: toFlag(federalCodes.has(code)),
    }))
    .toSorted((one, other) => compare(one.name, other.name));
}
