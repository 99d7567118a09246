import { formatAmount } from '@causeway/domain/money/format-amount';
import { formatMoney } from '@causeway/domain/money/format-money';
import { parseAmount } from '@causeway/domain/money/parse-amount';

export interface Product {
  name: string;
  /** An https address; empty without a picture. */
  img: string;
  price: string;
  count: string;
}

/** What is bought in a shop (3-13), as far as it is safe to show. */
export interface ProductDetails {
  /** Custom properties of the block. */
  style: Readonly<Record<string, string>>;
  header: string;
  footer: string;
  items: readonly Product[];
}

const colours = ['color', 'backgroundColor', 'borderColor'];
const sizes = ['fontSize', 'padding', 'borderRadius', 'imageSize'];
const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const size = /^(?:\d|[1-5]\d|6[0-4])px$/;
const longest = 500;
const most = 50;

/** Reads the products of a page; undefined when the text is no such JSON. */
export function readProductDetails(text: string): ProductDetails | undefined {
  const value = parse(text);
  if (!isObject(value)) return undefined;
  const items = Array.isArray(value['items']) ? value['items'].filter(isObject).slice(0, most) : [];
  return {
    style: safeStyle(value['style']),
    header: words(value['header']),
    footer: words(value['footer']),
    items: items.map((item) => ({
      name: words(item['name']),
      img: safePicture(item['img']),
      price: words(item['price']),
      count: words(item['count']) || '1',
    })),
  };
}

/** '2 × 18 EUR' and '36 EUR' of a product; a price that is not an amount keeps the shop's own text. */
export function productSum({ price, count }: Pick<Product, 'price' | 'count'>): { count: string; sum: string } {
  const [, amount = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,2})?)\s*([A-Z]{0,5})$/.exec(price.trim()) ?? [];
  const cents = parseAmount(amount, 2);
  if (cents === undefined || !/^\d{1,6}$/.test(count)) return { count: `${count} ×`, sum: price };
  const show = (units: bigint) => [formatMoney(formatAmount(units, 2)), unit].filter(Boolean).join('\u00A0');
  return { count: `${count} × ${show(cents)}`, sum: show(cents * BigInt(count)) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function words(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, longest) : '';
}

function safePicture(value: unknown): string {
  const text = words(value);
  return URL.canParse(text) && new URL(text).protocol === 'https:' ? text : '';
}

function safeStyle(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const allowed = Object.entries(value).filter(
    ([name, text]) =>
      typeof text === 'string' &&
      ((colours.includes(name) && colour.test(text)) || (sizes.includes(name) && size.test(text))),
  );
  return Object.fromEntries(allowed.map(([name, text]) => [`--product-${name.toLowerCase()}`, String(text)]));
}
