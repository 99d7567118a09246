import { describe, expect, test, vi } from 'vitest';
import { catalogueLanguages } from '../locales/catalogues.ts';
import { createTexts } from '../locales/create-texts.ts';
import { historyReasons } from './change-status.ts';

describe('reasons of the history', () => {
  const table = catalogueLanguages.flatMap((language) => historyReasons.map((reason) => [language, reason] as const));

  test.each(table)('%s has a text for %s', (language, reason) => {
    const warn = vi.fn();
    expect(createTexts({ warn }).say(language, `tpl:order:reason:${reason}`)).not.toMatch(/^tpl:/);
    expect(warn).not.toHaveBeenCalled();
  });

  test('none reveals a suspicion', () => {
    for (const reason of historyReasons) expect(reason).not.toMatch(/fraud|suspect|sanction|risk|aml|block/);
  });
});
