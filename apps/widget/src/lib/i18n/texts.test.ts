import { describe, expect, test, vi } from 'vitest';
import { compileTexts } from '../../../tests/compile-texts.ts';
import { isFirstScreenText } from './first-screen-texts.ts';
import { createTexts } from './texts.ts';

const uk = { 'tpl:a:files': '{n, plural, one {# файл} few {# файли} many {# файлів} other {# файлу}}' };

const es = { 'tpl:a:hello': 'Hola' };

function setUp(loadAll = vi.fn(async (_language: string) => compileTexts(uk))) {
  const warn = vi.fn();
  const first = compileTexts({ 'tpl:a:hello': 'Hello {name}' });
  return { texts: createTexts({ language: 'uk', first, loadAll, warn }), warn, loadAll };
}

describe('texts', () => {
  test('a message takes its values', () => expect(setUp().texts.t('tpl:a:hello', { name: 'Elin' })).toBe('Hello Elin'));
  test('1-48 a missing key is shown as it is, with one warning', () => {
    const { texts, warn } = setUp();
    expect([texts.t('tpl:x:y'), texts.t('tpl:x:y')]).toEqual(['tpl:x:y', 'tpl:x:y']);
    expect(warn).toHaveBeenCalledTimes(1);
  });
  test('1-47 all texts of a language are fetched once', async () => {
    const { texts, loadAll } = setUp();
    await Promise.all([texts.complete(), texts.complete()]);
    expect(loadAll).toHaveBeenCalledExactlyOnceWith('uk');
    expect([1, 2, 5, 21].map((n) => texts.t('tpl:a:files', { n }))).toEqual([
      '1 файл',
      '2 файли',
      '5 файлів',
      '21 файл',
    ]);
  });
  test('8-18 a failed fetch says so and can be made again', async () => {
    const loadAll = vi.fn<() => Promise<ReturnType<typeof compileTexts>>>().mockRejectedValueOnce(new Error('offline'));
    loadAll.mockResolvedValue(compileTexts(uk));
    const { texts } = setUp(loadAll);
    await expect(texts.complete()).rejects.toThrow('Locales loading failure');
    await expect(texts.complete()).resolves.toBeUndefined();
  });
  test('A-057 texts that come after another language was shown do not bring theirs back', async () => {
    const late = Promise.withResolvers<ReturnType<typeof compileTexts>>();
    const { texts } = setUp(
      vi.fn((code: string) => (code === 'uk' ? late.promise : Promise.resolve(compileTexts(es)))),
    );
    const whole = texts.complete();
    await texts.complete('es');
    expect(texts.version()).toBe(0);
    texts.show('es');
    late.resolve(compileTexts(uk));
    await whole;
    expect([texts.language(), texts.t('tpl:a:hello')]).toEqual(['es', 'Hola']);
  });

  test('only the first screen’s texts travel with the page', () => {
    const keys = [
      'tpl:common:menu',
      'tpl:common:step_of',
      'tpl:exchange:payin',
      'tpl:auth:title',
      'tpl:error:SYSTEM_ERROR',
      'tpl:error:NOT_FOUND',
      'tpl:chart:more',
      'tpl:chart:fee_payin',
    ];
    expect(keys.filter(isFirstScreenText)).toEqual([
      'tpl:common:menu',
      'tpl:exchange:payin',
      'tpl:error:SYSTEM_ERROR',
      'tpl:chart:more',
    ]);
  });
});
