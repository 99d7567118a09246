import { toSnakeCase } from '@causeway/contract/wire/names';
import { pathCodeByServerCode } from '@causeway/domain/languages/server-codes';
import type { AppContext } from '../../context.ts';
import { getPriceList } from '../../modules/currencies/get-price-list.ts';
import type { Direction, PaymentOption, PriceList } from '../../modules/currencies/price-list.ts';
import { catalogueLanguages, findWrittenLanguage } from '../../modules/locales/catalogues.ts';
import { findOptions, readAddress } from '../../modules/merchants/find-sides.ts';
import { findPartner } from '../../modules/partners/find-partner.ts';
import { nearestName } from '@causeway/domain/text/nearest-name';
import type { OptionNames } from '../widget-bundle.ts';

/** Values of options by their names in the product, each in its right form. */
type Values = ReadonlyMap<string, string>;

/** What of well-formed options is not known here, or cannot be had now. */
export async function judgeMeaning(context: AppContext, names: OptionNames, values: Values): Promise<string[]> {
  if (values.size === 0) return [];
  const list = await getPriceList(context);
  return [
    ...judgeSide(list, 'payin', values),
    ...judgeSide(list, 'payout', values),
    ...judgeCurrency(list, 'payout', 'purchaseCurrency', values),
    ...judgeAddress(context, list, values),
    ...judgeLanguage(values.get('lang')),
    ...judgeMode(names, values.get('swMode')),
    ...judgeRoutes(names, values.get('routes')),
    ...(await judgePartner(context, values)),
  ];
}

function judgeSide(list: PriceList, direction: Direction, values: Values): string[] {
  const [currency, group] = [values.get(`${direction}Currency`), values.get(`${direction}Group`)];
  const unknown = judgeCurrency(list, direction, `${direction}Currency`, values);
  const offered = (currency === undefined ? undefined : list[direction].get(currency)) ?? allOptions(list[direction]);
  const groups = [...new Set(offered.map((option) => option.group.code))];
  const field = toSnakeCase(`${direction}Group`);
  if (group !== undefined && !groups.includes(group)) {
    const of = currency === undefined || unknown.length > 0 ? '' : ` of ${currency}`;
    return [...unknown, leftOut(field, `a payment method or network${of}`, group, groups)];
  }
  if (unknown.length > 0 || (currency === undefined && group === undefined)) return unknown;
  const found = findOptions(
    list,
    {
      direction,
      currency: currency === undefined ? undefined : { text: currency, field: `${direction}_currency` },
      group: group === undefined ? undefined : { text: group, field },
      amount: undefined,
    },
    values.get('isMerchant') === '1' || values.get('swMode') === 'merchant',
  );
  if (!('error' in found)) return [];
  const what = [currency, group].filter((part) => part !== undefined).join(' ');
  return [
    `${what} can${direction === 'payin' ? 'not be paid with' : 'not be paid out'} just now (${found.error.code}).`,
  ];
}

function judgeCurrency(list: PriceList, direction: Direction, name: string, values: Values): string[] {
  const code = values.get(name);
  const codes = [...list[direction].keys()];
  if (code === undefined || codes.includes(code)) return [];
  const use = direction === 'payin' ? 'that can be paid with here' : 'that can be got here';
  return [leftOut(toSnakeCase(name), `a currency ${use}`, code, codes)];
}

function judgeAddress(context: AppContext, { payout }: PriceList, values: Values): string[] {
  const address = values.get('dstAddress');
  if (address === undefined) return [];
  const [currency, group] = [values.get('payoutCurrency'), values.get('payoutGroup')];
  const known = currency === undefined ? undefined : payout.get(currency);
  const options = (known ?? allOptions(payout)).filter((option) => group === undefined || option.group.code === group);
  const taken = readAddress(options, address, context.config.BITCOIN_NETWORK);
  if (!('error' in taken)) return [];
  const of = known === undefined ? 'any network here' : `a network of ${currency ?? ''}`;
  const reason = taken.error.values?.['reason'];
  return [`The parameter "dst_address" is no address of ${of}${reason === undefined ? '' : ` (${reason})`}.`];
}

function judgeLanguage(code: string | undefined): string[] {
  if (code === undefined || findWrittenLanguage(pathCodeByServerCode[code] ?? code) !== undefined) return [];
  return [leftOut('lang', `a language with texts (${catalogueLanguages.join(', ')})`, code, catalogueLanguages)];
}

function judgeMode({ modes }: OptionNames, mode: string | undefined): string[] {
  if (mode === undefined || modes.includes(mode)) return [];
  const nearest = modes.find((name) => name.toLowerCase().endsWith(mode.toLowerCase()));
  return [leftOut('swMode', `one of ${modes.join(', ')}`, mode, nearest === undefined ? modes : [nearest], 20)];
}

function judgeRoutes({ routes }: OptionNames, patterns = ''): string[] {
  return patterns.split(/[\s,]+/).flatMap((pattern) => {
    const isKnown = pattern.endsWith('*')
      ? routes.some((route) => route.startsWith(pattern.slice(0, -1)))
      : pattern === '' || routes.includes(pattern);
    return isKnown ? [] : [leftOut('routes', 'routes of the widget', pattern.replace('*', ''), routes)];
  });
}

/** A page of a partner that does not sell has no merchant's mode. */
async function judgePartner(context: AppContext, values: Values): Promise<string[]> {
  const key = values.get('partnerKey');
  const partner = key === undefined ? undefined : await findPartner(context, key);
  const isMerchant = values.get('swMode') === 'merchant' || values.get('isMerchant') === '1';
  if (key !== undefined && partner === undefined) return [`No partner has the key ${key}.`];
  if (partner === undefined || partner.isMerchant || !isMerchant) return [];
  return [`${partner.partnerKey} is no merchant: nothing can be sold in its name until the operator allows it.`];
}

function allOptions(side: PriceList[Direction]): readonly PaymentOption[] {
  return [...side.values()].flat();
}

function leftOut(field: string, expected: string, given: string, known: readonly string[], most?: number): string {
  const near = nearestName(given, known, most ?? (given.length <= 4 ? 1 : 2));
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `The parameter "${field}" was left out: expected ${expected}, but got "${given.slice(0, 40)}".${hint}`;
}
