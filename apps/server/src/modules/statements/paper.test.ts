import { describe, expect, test } from 'vitest';
import { catalogueLanguages } from '../locales/catalogues.ts';
import { createTexts } from '../locales/create-texts.ts';
import { drawnCharacters } from './fixtures/drawn-characters.ts';
import { figureText, decimalsOf, withDecimals } from './figure-text.ts';
import { openPaper } from './open-paper.ts';
import { writeStatementPdf } from './write-statement.ts';

const madeAt = new Date('2026-10-31T10:00:00Z');
const texts = createTexts({ warn: () => {} });

describe('C-86, C-87 a document for a bank is whole', () => {
  test.each(catalogueLanguages)('nothing of a movement is cut, with 18 decimals: %s', async (language) => {
    const statement = {
      holder: { name: 'A'.repeat(120), email: 'holder@example.com', niceId: 'CL1' },
      opening: 1_250_123_456_789_012_345_678n,
      closing: 1_249_123_456_789_012_345_677n,
      rows: [
        {
          createdAt: madeAt,
          type: 'refund' as const,
          number: 'CW-4821 3907',
          amount: -1_000_000_000_000_000_001n,
          balance: 1_249_123_456_789_012_345_677n,
        },
      ],
    };
    const config = { BRAND_NAME: 'Causeway', LEGAL_TEXT: undefined };
    const tools = { texts, clock: { now: () => madeAt }, config };
    const pdf = await writeStatementPdf(tools, statement, {
      language,
      currency: 'ETH',
      days: ['2026-10-01', '2026-10-31'],
      timeZone: 'Europe/Kyiv',
    });
    const drawn = drawnCharacters(pdf);
    expect(drawn).toContain('U+0041');
    expect(drawn).not.toContain('U+2026');
  });

  test('an address and the number of a transaction go on in the next line, letter by letter', async () => {
    const paper = await openPaper({ title: 'Receipt', author: 'Causeway', language: 'en', madeAt });
    const txid = `0x${'4e3a3754410177e6'.repeat(4)}`;
    const lines = paper.linesOf(txid, 300);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(txid);
    for (const line of lines) expect(paper.widthOf(line)).toBeLessThanOrEqual(300);
    expect(paper.linesOf('', 300)).toEqual([]);
    expect(paper.linesOf('Sent to someone', 300)).toEqual(['Sent to someone']);
  });

  test('figures have the decimals that one of them needs', () => {
    expect(decimalsOf(['1.500000000000000000', '0.000000000000000000'], 8)).toBe(8);
    expect(decimalsOf(['1.000000000000000001', '2.5'], 8)).toBe(18);
    expect(withDecimals('1.500000000000000000', 8)).toBe('1.50000000');
    expect(withDecimals('12.50', 8)).toBe('12.50');
    expect(withDecimals('100', 8)).toBe('100');
    expect(figureText(withDecimals('-1250.500000000000000000', 8), 'es')).toBe('−1250,50000000');
  });
});
