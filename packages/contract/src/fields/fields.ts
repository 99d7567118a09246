import { languages } from '@causeway/domain/languages/languages';
import { z } from 'zod';

/** A flag as answers carry it: 1 or 0. */
export const flag = z.literal([0, 1]).meta({ description: '1 for yes, 0 for no.' });
export type Flag = z.output<typeof flag>;

/** A boolean to the flag of the wire. */
export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

/** A flag as requests carry it: `1` or `0`. */
export const flagText = z.codec(z.literal(['1', '0']).meta({ description: '`1` for yes, `0` for no.' }), z.boolean(), {
  decode: (text) => text === '1',
  encode: (value) => (value ? '1' : '0'),
});

/** An amount as decimal text: ASCII digits and one dot. The number of decimals is checked against the currency. */
export const amountText = z
  .string()
  .regex(/^\d{1,30}(\.\d{1,30})?$/, 'Must be decimal text such as 250 or 0.0041.')
  .meta({ description: 'Decimal text: ASCII digits and at most one dot.' });

/** A currency code: upper-case letters and digits. */
export const currencyCode = z
  .string()
  .regex(/^[A-Z0-9]{2,16}$/, 'Must be a currency code such as EUR or BTC.')
  .meta({ description: 'Code of a currency, such as EUR or BTC.' });

/** A payment group: a method for fiat (`card`), a network for crypto (`bitcoin`). */
export const groupCode = z
  .string()
  .regex(/^[a-z0-9_]{2,32}$/, 'Must be a group code such as card or bitcoin.')
  .meta({ description: 'A method for fiat (`card`), a network for crypto (`bitcoin`).' });

/** Text of one line: no control characters, some of which PostgreSQL text cannot hold. */
export const line = (max: number) => z.string().max(max).refine(isWellFormedLine, 'Must be one line of ordinary text.');

/**
 * Text of several lines with something in it. Of control characters it may have line ends and tabs alone: others move
 * the cursor of a terminal that shows it.
 */
export const someText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', 'Must not be empty.')
    .refine((text) => isWellFormedLine(text.replaceAll(/[\t\r\n]/g, ' ')), 'Must be ordinary text.');

/** Public id of an order. */
export const niceId = z
  .string()
  .regex(/^CW[0-9A-HJKMNP-TV-Z]{16}$/, 'Must be an order number such as CW7Q2M9V4T8K1N5X3B.')
  .meta({ description: 'Public number of an order.' });

export const partnerKey = z
  .string()
  .regex(/^pk_[a-z0-9_]{1,60}$/, 'Must be a partner key such as pk_test_shop.')
  .meta({ description: 'Public key of a partner.' });

/** E-mail in plain form; lower-cased and composed, so that two spellings are one account. */
export const email = z.codec(z.email().max(254), z.string(), {
  decode: (text) => text.normalize('NFKC').toLowerCase(),
  encode: (text) => text,
});

/** 8 to 72 characters. */
export const password = z
  .string()
  .min(8, 'Must have at least 8 characters.')
  .max(72, 'Must have at most 72 characters.')
  .refine(isWellFormed, 'Must be ordinary text.');

/** The password that the owner enters again; left out when the code is that of a passkey. */
export const ownerPassword = z.string().min(1).max(200).optional();

export const language = z.enum(languages);

/** A token of the captcha page script. */
export const captchaResponse = z.string().min(1).max(4096).meta({ description: 'A captcha token; it works once.' });

/** A time zone by its name of the IANA database, such as `Europe/Madrid`. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'Must be a time zone such as Europe/Madrid.');

/** Moment as Unix seconds. */
export const unixSeconds = z.int().nonnegative().meta({ description: 'Moment in Unix seconds.' });

/** A moment as answers carry it. */
export function toUnixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isWellFormedLine(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.isWellFormed() && !/[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/.test(text);
}

/** A whole number as a form carries it. */
export const wholeText = (max: number) =>
  z.codec(z.string().regex(/^\d{1,9}$/, 'Must be a whole number such as 20.'), z.int().min(0).max(max), {
    decode: (text) => Number(text),
    encode: (value) => String(value),
  });
