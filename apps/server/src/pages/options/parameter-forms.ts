import { pageFlags, saleFlags } from '@causeway/contract/shapes/page-flags';
import { toCamelCase, toSnakeCase } from '@causeway/contract/wire/names';

/** The allowed values of a URL parameter, and their description for a developer. */
interface ParameterForm {
  /** As the address writes it. */
  name: string;
  expected: string;
  /** Most characters: judging a value costs work, and anybody may send one. */
  most: number;
  fits: (value: string) => boolean;
}

const form = (name: string, expected: string, most: number, hasForm: (value: string) => boolean): ParameterForm => ({
  name,
  expected,
  most,
  fits: (value) => value.length <= most && hasForm(value),
});
const pattern = (names: readonly string[], expected: string, regexp: RegExp, most = 64): ParameterForm[] =>
  names.map((name) => form(name, expected, most, (value) => regexp.test(value)));
const atMost = (names: readonly string[], length: number): ParameterForm[] =>
  names.map((name) => form(name, `text of at most ${length} characters`, length, () => true));
const oneOf = (name: string, choices: readonly string[]): ParameterForm =>
  form(name, `one of ${choices.join(', ')}`, 64, (value) => choices.includes(value));

const flags = [...pageFlags, ...saleFlags].map(toSnakeCase);

/** Every parameter of the widget's address that has a form, with what it must be. One that does not fit is left out. */
export const parameterForms: readonly ParameterForm[] = [
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
  ...pattern(['client_email'], 'an e-mail address', /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/, 254),
  ...pattern(['brand', 'brand_dark', 'on_brand', 'on_brand_dark'], 'six hex digits such as 006470', /^#?[0-9a-f]{6}$/i),
  ...pattern(['radius'], 'a length from 0px to 22px', /^(?:\d|1\d|2[0-2])(?:\.\d+)?(?:px)?$/),
  ...pattern(['density'], 'a number from .88 to 1.12', /^(?:0?\.(?:8[89]|9\d*)|1(?:\.(?:0\d*|1[0-2]?))?)$/),
  ...pattern(
    ['routes'],
    'at most 300 characters of names of routes or patterns such as verification*',
    /^[a-z0-9*-]+(?:[\s,]+[a-z0-9*-]+)*$/,
    300,
  ),
  ...atMost(['description'], 160),
  ...atMost(['partner_order_id', 'dst_tag', 'coupon'], 64),
  ...atMost(['dst_address'], 200),
  ...atMost(['font'], 120),
  form('product_details', 'JSON of products, at most 10000 characters', 10_000, isJson),
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

/** By their names in the product: the address may write either. */
export const formsByName: ReadonlyMap<string, ParameterForm> = new Map(
  parameterForms.map((form) => [toCamelCase(form.name), form]),
);

/** Names of the query whose values have no form of their own. */
export const plainNames = [
  'ref',
  'lang',
  'swMode',
  'sessionToken',
  'openVerification',
  'openPurchase',
  'closeTab',
  'widgetParams',
  'attributes',
  'memoId',
  'memoType',
  'memoValue',
];
