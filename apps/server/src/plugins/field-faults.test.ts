import { readdirSync, readFileSync } from 'node:fs';
import { errorCodes } from '@causeway/contract/errors/error-codes';
import type { ErrorCode } from '@causeway/contract/errors/error-item';
import { decodeForm } from '@causeway/contract/wire/decode-form';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogueLanguages } from '../modules/locales/catalogues.ts';
import { createTexts } from '../modules/locales/create-texts.ts';
import { faultOfMessage, toFieldFaults } from './field-faults.ts';

const schema = z.strictObject({ payinAmount: z.string().regex(/^\d+$/, 'Digits.').optional() });
const faults = (sent: string) => {
  const { error } = schema.safeParse(decodeForm(sent));
  return toFieldFaults(error?.issues ?? [], sent).map(({ field, fault }) => `${field}: ${fault}`);
};

test.each([
  ['payin_ammount=5', ['payin_ammount: unknown']],
  ['payinAmmount=5', ['payinAmmount: unknown']],
  ['foo_bar%5B%5D=5&a_b=1', ['foo_bar: unknown', 'a_b: unknown']],
  ['payinAmount=x', ['payin_amount: other']],
  ['payin_amount=5', []],
])('a field that there is not is named as the caller wrote it: %s', (sent, reported) =>
  expect(faults(sent)).toEqual(reported),
);

test('so it is in JSON, which is read in one spelling', () => {
  const { error } = schema.safeParse({ fooBar: '1' });
  expect(toFieldFaults(error?.issues ?? [], '{"fooBar":"1"}')[0]?.field).toBe('fooBar');
});

describe('law 6: a fault is described in the client’s language', () => {
  const folder = new URL('../../../../packages/contract/src/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!test)\.ts$/.test(name),
  );
  const messages = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/'((?:Must|Is) [^']*\.)'/g)].map(([, text = '']) => text),
  );
  /** Their text names the length, or no person types them. */
  const plain = [/^Must have at/, /session of a page/, /base64url/, /quote of a calculation/];

  test.each([...new Set(messages)].filter((message) => !plain.some((pattern) => pattern.test(message))))(
    '%s',
    (message) => {
      expect(faultOfMessage(message).fault).not.toBe('other');
    },
  );

  test('the contract has such sentences', () => expect(messages.length).toBeGreaterThan(10));

  const texts = createTexts({ warn() {} });
  test.each(catalogueLanguages)('%s: no fault shows a placeholder, a term of the library or an entity', (language) => {
    const fields = z.object({
      missing: z.string(),
      long: z.string().max(3),
      short: z.string().min(8),
      choice: z.literal(['1', '0']),
      email: z.email(),
      id: z.uuid(),
      url: z.url(),
    });
    const { error } = fields.safeParse({ long: 'xxxx', short: 'x', choice: '2', email: 'x', id: 'x', url: 'x' });
    const reported = toFieldFaults(error?.issues ?? [], '').map(({ field, ...values }) =>
      texts.toErrorItem(language, { code: 'FIELD_INVALID', field, values }),
    );
    expect(
      Object.fromEntries(toFieldFaults(error?.issues ?? [], '').map(({ field, fault }) => [field, fault])),
    ).toEqual({
      missing: 'missing',
      long: 'long',
      short: 'short',
      choice: 'choice',
      email: 'email',
      id: 'example',
      url: 'link',
    });
    for (const { text } of reported) expect(text).not.toMatch(/[{}&]|Invalid|expected|received|Too (big|small)/);
    expect(new Set(reported.map(({ text }) => text)).size).toBe(7);
  });

  test.each(catalogueLanguages)('%s has a text for every code', (language) => {
    const codes = Object.keys(errorCodes).filter((code): code is ErrorCode => Object.hasOwn(errorCodes, code));
    for (const code of codes) expect(texts.toErrorItem(language, { code }).text, code).not.toContain('tpl:');
  });
});
