import { describe, expect, test, vi } from 'vitest';
import {
  capitaliseFirst,
  capitaliseName,
  dayAt,
  isBirthdayFine,
  isDay,
  isExpiryDateFine,
  isIssueDateFine,
  latestBirthday,
} from './dates.ts';
import {
  addressProofs,
  documentStatuses,
  fundsProofs,
  isDocumentOpen,
  sidesOf,
  sides,
  wizardState,
} from './documents.ts';

const states = ['verified', 'locked', 'unverified'] as const;

describe('documents of the wizards', () => {
  test('4.8-09 their statuses', () => {
    expect(documentStatuses).toEqual(['new', 'uploaded', 'approved', 'declined', 'rejected']);
  });
  test('4.8-10 a wizard is verified, locked or unverified', () => {
    expect(wizardState({ isVerified: true, isLocked: true })).toBe('verified');
    expect(wizardState({ isVerified: false, isLocked: true })).toBe('locked');
    expect(wizardState({ isVerified: false, isLocked: false })).toBe('unverified');
  });
  test('5-22 only new and declined ones of an unverified wizard can be touched', () => {
    const open = documentStatuses.flatMap((status) =>
      states.flatMap((state) => (isDocumentOpen(status, state) ? [`${status} ${state}`] : [])),
    );
    expect(open).toEqual(['new unverified', 'declined unverified']);
  });
  test('5-23 to 5-26 the pictures of each paper', () => {
    expect(sidesOf('international_passport')).toEqual(['front', 'selfie']);
    expect(sidesOf('internal_passport')).toEqual(['front', 'selfie']);
    expect(sidesOf('driver_license')).toEqual(['front', 'back', 'selfie']);
    expect(sidesOf('id_card')).toEqual(['front', 'back', 'selfie']);
    expect(sides).toEqual(['front', 'back', 'selfie']);
  });
  test('5-27 5-28 the proofs that are taken', () => {
    expect(addressProofs).toHaveLength(6);
    expect(fundsProofs).toHaveLength(5);
  });
});

describe('days in the calendar of the client', () => {
  test('5-15 names begin with a capital letter', () => {
    expect(capitaliseName('anna')).toBe('Anna');
    expect(capitaliseName('  élodie   marie ')).toBe('Élodie marie');
    expect(capitaliseName('')).toBe('');
    expect(capitaliseName('   ')).toBe('');
    expect(capitaliseName('\u{10428}a')).toBe('\u{10400}a');
    expect(['van der Berg', 'ßenn', 'ﬁona', '3m', 'иван', '李'].map(capitaliseName)).toEqual([
      'Van der Berg',
      'ßenn',
      'ﬁona',
      '3m',
      'Иван',
      '李',
    ]);
  });
  test('5-15 a capital is the same in every language of the browser', () => {
    const inTurkish = String.prototype.toLocaleUpperCase;
    const spy = vi.spyOn(String.prototype, 'toLocaleUpperCase').mockImplementation(function inTurkey(
      this: string,
      language,
    ) {
      return inTurkish.call(this, language ?? 'tr');
    });
    expect(capitaliseName('ilker')).toBe('Ilker');
    expect(capitaliseFirst('ilker ')).toBe('Ilker ');
    spy.mockRestore();
  });
  test('5-16 9-11 9-12 A-078 from 1900-01-01 to the 18th birthday', () => {
    const fine = (day: string) => isBirthdayFine(day, '2026-11-22');
    expect(['1899-12-31', '1900-01-01', '2008-11-22', '2008-11-23'].map(fine)).toEqual([false, true, true, false]);
    expect(latestBirthday('2028-02-29')).toBe('2010-02-28');
  });
  test('5-17 a paper is issued between birthday and today', () => {
    const fine = (day: string) => isIssueDateFine(day, '1990-05-05', '2026-11-22');
    expect(['1990-05-04', '1990-05-05', '2026-11-22', '2026-11-23'].map(fine)).toEqual([false, true, true, false]);
  });
  test('5-18 a paper that runs out today is taken', () => {
    expect(['2026-11-21', '2026-11-22'].map((day) => isExpiryDateFine(day, '2026-11-22'))).toEqual([false, true]);
  });
  test('days that are none', () => {
    expect(['2026-02-29', '2024-02-29', '2026-13-01', '26-1-1', '2026-01-01T00:00'].map(isDay)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });
  test('the day of a moment depends on the place', () => {
    const moment = new Date('2026-11-22T23:30:00Z');
    expect([dayAt(moment, 0), dayAt(moment, 60), dayAt(moment, -12 * 60)]).toEqual([
      '2026-11-22',
      '2026-11-23',
      '2026-11-22',
    ]);
  });
});
