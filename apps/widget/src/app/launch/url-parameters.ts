import { pageFlags, saleFlags } from '@causeway/contract/shapes/page-flags';
import { toCamelCase, toSnakeCase } from '@causeway/contract/wire/names';

/** The allowed values of a URL parameter, and their description for a developer. */
interface Parameter {
  /** As the address writes it. */
  name: string;
  expected: string;
  fits: (value: string) => boolean;
}

const pattern = (names: readonly string[], expected: string, form: RegExp): Parameter[] =>
  names.map((name) => ({ name, expected, fits: (value) => form.test(value) }));
const atMost = (names: readonly string[], length: number): Parameter[] =>
  names.map((name) => ({
    name,
    expected: `text of at most ${length} characters`,
    fits: (value) => value.length <= length,
  }));
const oneOf = (name: string, choices: readonly string[]): Parameter => ({
  name,
  expected: `one of ${choices.join(', ')}`,
  fits: (value) => choices.includes(value),
});

const flags = [...pageFlags, ...saleFlags].map(toSnakeCase);

/**
 * Every parameter that the widget's address may have, with what it must be. One that does not fit is left out; one that
 * is not listed is ignored (2.1-36).
 */
export const urlParameters: readonly Parameter[] = [
  ...pattern(
    ['payin_currency', 'payout_currency', 'purchase_currency'],
    'a currency code such as EUR',
    /^[A-Z0-9]{2,20}$/,
  ),
  ...pattern(
    ['payin_group', 'payout_group'],
    'a way to pay or a network, such as card or bitcoin',
    /^[a-z0-9_]{1,40}$/,
  ),
  ...pattern(
    ['payin_amount', 'payout_amount', 'purchase_amount'],
    'decimal text such as 250.00',
    /^\d{1,30}(?:\.\d{1,30})?$/,
  ),
  ...pattern(flags, '1 or 0', /^(?:1|0|true|false)$/),
  ...pattern(['partner_key'], 'a public key such as pk_shop', /^pk_[a-z0-9_]{1,60}$/),
  ...pattern(['client_email'], 'an e-mail address', /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/),
  ...pattern(['brand', 'brand_dark', 'on_brand', 'on_brand_dark'], 'six hex digits such as 006470', /^#?[0-9a-f]{6}$/i),
  ...pattern(['radius'], 'a length from 0px to 22px', /^(?:\d|1\d|2[0-2])(?:\.\d+)?(?:px)?$/),
  ...pattern(['density'], 'a number from .88 to 1.12', /^(?:0?\.(?:8[89]|9\d*)|1(?:\.(?:0\d*|1[0-2]?))?)$/),
  ...pattern(['routes'], 'names of routes or patterns such as verification*', /^[a-z0-9*-]+(?:[\s,]+[a-z0-9*-]+)*$/),
  ...atMost(['description'], 160),
  ...atMost(['partner_order_id', 'dst_tag', 'coupon'], 64),
  ...atMost(['dst_address'], 200),
  ...atMost(['font'], 120),
  { name: 'product_details', expected: 'JSON of products', fits: isJson },
  oneOf('theme', ['light', 'dark', 'auto']),
  oneOf('vf', ['email', 'phone', 'basic', 'identity', 'address', 'bank-statement', 'wallet']),
  oneOf('predefinedStep', ['auth', 'verification', 'status']),
  ...pattern(['orderNiceId'], 'the number of an order', /^[A-Za-z0-9-]{4,64}$/),
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const parameters = new Map(urlParameters.map((parameter) => [toCamelCase(parameter.name), parameter]));

/** Faults of a page's URL, one sentence for each ignored parameter. Empty values and unknown names are no fault. */
export function checkUrlParameters(query: Readonly<Record<string, string>>): string[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const parameter = parameters.get(toCamelCase(name));
    if (!parameter || value === '' || parameter.fits(value)) return [];
    return `The parameter "${name}" was left out: expected ${parameter.expected}, but got ${shorten(JSON.stringify(value))}.`;
  });
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}

/** Requests of the page that opened the widget (2.1-35, A-040); `swMode` and `openPurchase` belong to the mode. */
interface ShellParameters {
  /** Opens the verification. */
  openVerification: boolean;
  openPurchase: boolean;
  /** The wizard to open. */
  vf: string;
  /** The tab closes once the request is done. */
  closeTab: boolean;
  swMode: string;
  /** The first step, if the mode has it. */
  predefinedStep: string;
  /** The order to show. */
  orderNiceId: string;
}

/** Reads them from a query; everything else in it is ignored (2.1-36). */
export function shellParameters(query: Readonly<Record<string, string>>): ShellParameters {
  const isOn = (name: string) => query[name] !== undefined && query[name] !== '0' && query[name] !== 'false';
  const text = (name: string) => query[name] ?? '';
  return {
    openVerification: isOn('openVerification'),
    openPurchase: isOn('openPurchase'),
    vf: text('vf'),
    closeTab: isOn('closeTab'),
    swMode: text('swMode'),
    predefinedStep: text('predefinedStep'),
    orderNiceId: text('orderNiceId'),
  };
}
