import { readdirSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { errorCodes } from '@causeway/contract/errors/error-codes';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import Fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { catalogueFiles, catalogueLanguages, getCatalogue } from './catalogues.ts';
import { en } from './catalogues/en/index.ts';
import { cleanMarkup, cleanWholeText } from './clean-markup.ts';
import { compileTexts } from './compile-texts.ts';
import { createTexts } from './create-texts.ts';
import { localeRoutes } from './routes.ts';

const warn = vi.fn();
const texts = createTexts({ warn });

const mergeParts = (files: object): Readonly<Record<string, string>> => Object.assign({}, ...Object.values(files));

/** Texts with more values than every language needs: each uses those of its grammar. */
const freeChoice: Readonly<Record<string, readonly string[]>> = {
  'tpl:picker:method_payin': ['code', 'plural'],
  'tpl:picker:method_payout': ['code', 'plural'],
};

describe('the catalogues', () => {
  test('every folder of texts is a language that is offered', () =>
    expect(readdirSync(new URL('catalogues/', import.meta.url)).toSorted()).toEqual(catalogueLanguages.toSorted()));

  test.each(catalogueLanguages)('%s has a text for every error code', (language) => {
    const { public: messages } = getCatalogue(language);
    expect(Object.keys(errorCodes).filter((code) => messages[`tpl:error:${code}`] === undefined)).toEqual([]);
  });

  test.each(Object.entries(catalogueFiles))('%s is valid ICU and has the placeholders of English', (_name, files) => {
    const english = mergeParts(en);
    for (const [key, message] of Object.entries(mergeParts(files))) {
      expect(() => compileMessageOrThrow(message), key).not.toThrow();
      const given = freeChoice[key] ?? placeholders(english[key] ?? message);
      if (freeChoice[key] === undefined) expect(placeholders(message), key).toEqual(given);
      else expect(given, key).toEqual(expect.arrayContaining(placeholders(message)));
    }
  });

  test('8-03 the captcha text is kept exactly', () => {
    expect(getCatalogue('en').public['tpl:error:WRONG_CAPTCHA']).toBe('Wrong recaptcha, prease repeat');
  });

  test('8-09, 8-10, 8-19, 8-20 the default texts are those given', () => {
    const { public: messages } = getCatalogue('en');
    expect(messages['tpl:payment:finalize_failed']).toBe('An error occurred during payment processing');
    expect(messages['tpl:common:error:unknown']).toBe('Unknown error');
    expect(messages['tpl:common:error:step_not_found']).toBe('Step not found');
    expect(messages['tpl:common:error:something_went_wrong']).toBe('Something went wrong');
  });

  test('a language without texts of its own is answered in English', () => {
    expect(getCatalogue('it').public).toEqual(getCatalogue('en').public);
  });
});

describe('texts', () => {
  // As many are counted at most: there may be more.
  test.each([
    ['en', '1,000 or more transactions', '999 transactions'],
    ['es', '1000 transacciones o más', '999 transacciones'],
    ['uk', '1\u00A0000 транзакцій або більше', '999 транзакцій'],
  ] as const)('%s says of the most that is counted that there may be more', (language, most, fewer) => {
    const say = (count: number) => texts.say(language, 'tpl:transactions:total', { count });
    expect([say(1000), say(999)]).toEqual([most, fewer]);
  });

  test('plurals follow the language', () => {
    const say = (seconds: number) => texts.say('uk', 'tpl:error:CODE_TOO_MANY', { wait: 'yes', seconds });
    expect([say(1), say(3), say(5), say(21)].map((text) => text.split(' ').slice(-2).join(' '))).toEqual([
      '1 секунду.',
      '3 секунди.',
      '5 секунд.',
      '21 секунду.',
    ]);
  });

  test('8-17 an unknown key is shown, and warned about once', () => {
    warn.mockClear();
    expect(texts.say('en', 'tpl:nobody:knows')).toBe('tpl:nobody:knows');
    texts.say('es', 'tpl:nobody:knows');
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('an error item is danger in the caller’s language, with the values’ markup made text', () => {
    const item = texts.toErrorItem('en', {
      code: 'FIELD_INVALID',
      field: 'email',
      values: { fault: 'choice', choices: '<img src=x> & "' },
    });
    expect(item).toEqual({
      type: 'danger',
      field: 'email',
      code: 'FIELD_INVALID',
      text: 'Use one of these: &lt;img src=x&gt; &amp; &quot;.',
    });
    expect(texts.toErrorItem('es', { code: 'REQUIRED' }).text).toBe('Rellena esto para seguir.');
  });

  test.each([
    ['en', 'AMOUNT_MAX', '1000.5', 'The most here is 1\u00A0000.5 ETH.'],
    ['es', 'AMOUNT_MAX', '1000.5', '1\u00A0000,5 ETH'],
    ['en', 'AMOUNT_MAX', '0.012345678901234567', 'The most here is 0.01234567 ETH.'],
    ['en', 'AMOUNT_MIN', '0.012345678901234567', 'The least here is 0.01234568 ETH.'],
    ['en', 'LIMIT_EXCEEDED', '1000', 'up to 1\u00A0000 ETH now'],
  ] as const)('D1, D2 an amount is written as %s writes it: %s of %s', (language, code, amount, text) => {
    const values = { amount, next_amount: '0', currency: 'ETH' };
    expect(texts.toErrorItem(language, { code, values }).text).toContain(text);
  });

  test('no error text shows a placeholder’s name or undefined when its values are missing', () => {
    for (const language of catalogueLanguages)
      for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[])
        expect(texts.toErrorItem(language, { code }).text, code).not.toMatch(/[{}]|undefined|null|NaN/);
  });

  test('compiled texts hold the requested ones and no e-mail texts', () => {
    const compiled = compileTexts('en', ['tpl:error:REQUIRED', 'tpl:letter:footer', 'tpl:none']);
    expect(compiled).toEqual({ 'tpl:error:REQUIRED': ['Fill this in to go on.'] });
  });
});

describe('markup in texts', () => {
  test.each([
    ['a <b>bold</b> word', 'a <b>bold</b> word'],
    ['<a href="https://example.com/x">x</a>', '<a href="https://example.com/x">x</a>'],
    ['<a href="/faq" onclick="x()">x</a>', '<a href="/faq">x</a>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="{terms}">x</a>', '<a href="{terms}">x</a>'],
    ['<a href="java{terms}">x</a>', '<a>x</a>'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<<x>script>', '&lt;script>'],
    ['<b onmouseover="x">y</b>', '<b>y</b>'],
    ['1 < 2', '1 &lt; 2'],
    ['<svg/onload=alert(1)', '&lt;svg/onload=alert(1)'],
    ['<{tag}>', '&lt;{tag}>'],
    ['<!-- x -->', '&lt;!-- x -->'],
  ])('%s becomes %s', (message, clean) => {
    expect(cleanMarkup(message)).toBe(clean);
  });

  test('C-66 a whole text keeps its paragraphs and lists, a sentence does not', () => {
    const text = '<p class="x">One</p><ul onclick="x()"><li>two</li></ul><table>three</table>';
    expect(cleanWholeText(text)).toBe('<p>One</p><ul><li>two</li></ul>three');
    expect(cleanMarkup(text)).toBe('Onetwothree');
  });
});

describe('C-68 locale keys', () => {
  const app = Fastify();
  localeRoutes(app);

  test('is compressed for a browser that reads it, and plain for others', async () => {
    const ask = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/uk/data/locale_keys/', headers });
    const [plain, packed] = [await ask({}), await ask({ 'accept-encoding': 'gzip, br' })];
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'br']);
    expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  });
  test('7-58 answers every public text of a language, keys untouched', async () => {
    const response = await app.inject({ method: 'POST', url: '/uk/data/locale_keys/' });
    const body: { success: number; data: Record<string, string> } = response.json();
    expect(body.success).toBe(1);
    expect(body.data['tpl:error:CODE_EXPIRED']).toBe('Цей код застарів. Попросіть новий.');
    expect(Object.keys(body.data).some((key) => key.startsWith('tpl:letter:'))).toBe(false);
  });
  test('the same texts are a file in the form that is shown, which is asked for again by its tag', async () => {
    const keys: { data: Record<string, string> } = (
      await app.inject({ method: 'POST', url: '/uk/data/locale_keys/' })
    ).json();
    const file = await app.inject({ url: '/texts/uk' });
    expect(file.json()).toEqual(compileTexts('uk', Object.keys(keys.data)));
    expect(Object.keys(file.json())).toEqual(Object.keys(keys.data));
    const { etag } = file.headers;
    const again = await app.inject({ url: '/texts/uk', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await app.inject({ url: '/texts/es' })).headers.etag).not.toBe(etag);
  });
  test.each(['xx', '%2e%2e', 'uk.json'])('there is no file %s', async (name) =>
    expect((await app.inject({ url: `/texts/${name}` })).statusCode).toBe(404),
  );
});

/** Names of all placeholders, those inside the branches of a plural or select too. */
function placeholders(message: string): string[] {
  const names = new Set<string>();
  const walk = (tokens: readonly unknown[]) => {
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      names.add(String(token[0]));
      const choices: unknown = token[2];
      if (typeof choices !== 'object' || choices === null) continue;
      for (const choice of Object.values(choices)) if (Array.isArray(choice)) walk(choice);
    }
  };
  walk(compileMessageOrThrow(message));
  return [...names].toSorted();
}
