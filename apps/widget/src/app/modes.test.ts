import { describe, expect, test, vi } from 'vitest';
import { isFooterShown } from './app.tsx';
import { findMode, modeRow } from './modes.ts';
import { safeTheme, themeOfQuery } from './safe-theme.ts';

describe('1-32 the mode of a page', () => {
  const warn = vi.fn();
  test.each([
    ['A-038 the parent’s option wins', { option: 'cabinet', swMode: 'merchant', openPurchase: '1' }, 'cabinet'],
    ['1-32 the URL parameter is next', { swMode: 'cabinet-buy-sell', openPurchase: '1' }, 'cabinet-buy-sell'],
    ['1-33 openPurchase implies directBuy', { openPurchase: '1' }, 'directBuy'],
    ['normal otherwise', {}, 'normal'],
  ] as const)('%s', (_name, sources, mode) => expect(findMode(sources, warn)).toBe(mode));
  test('A-038 an unknown value is ignored and logged', () => {
    expect(findMode({ swMode: 'nonsense' }, warn)).toBe('normal');
    expect(warn).toHaveBeenCalledExactlyOnceWith('Unknown mode nonsense');
  });
});

test.each([
  ['1-34', 'cabinet', [true, true, true]],
  ['1-35', 'cabinet-buy-sell', [true, true, false]],
  ['1-36', 'directBuy', [true, false, true]],
  ['normal', 'normal', [false, false, false]],
] as const)('%s what %s hides', (_row, mode, hidden) => {
  const { hideHeader, hideFooter, hideOrderButtons } = modeRow(mode);
  expect([hideHeader, hideFooter, hideOrderButtons]).toEqual(hidden);
});

test.each([
  [true, true, undefined, true],
  [false, false, undefined, true],
  [false, true, undefined, false],
  [false, false, { isOwnApp: false }, true],
  [false, false, { isOwnApp: true }, false],
  [true, false, { isOwnApp: true }, true],
])('2.3-42, A-126 partner %j, framed %j, app %j: footer %j', (hasPartnerKey, isFramed, app, shown) => {
  expect(isFooterShown(hasPartnerKey, isFramed, app)).toBe(shown);
});

test('a partner’s theme keeps only what is known and safe', () => {
  const theme = safeTheme({
    '--cw-brand': '#ffcc00',
    '--cw-radius': '6px',
    '--cw-density': '.88',
    '--cw-font': 'x;}body{',
    '--other': '1',
  });
  expect(theme).toMatchObject({ '--cw-brand': '#7f6400', '--cw-radius': '6px', '--cw-density': '.88' });
  expect(Object.keys(theme)).not.toContain('--cw-font');
  expect(Object.keys(theme)).not.toContain('--other');
});

test('an embedding page sets its colour in the address', () => {
  // Each colour that a page may name is used where it can be read; the other one gives way to a readable one.
  expect(
    safeTheme(themeOfQuery({ brand: '1652f0', brandDark: '#ffcc00', onBrand: 'fff8e0', onBrandDark: 'eeeeee' })),
  ).toEqual({
    '--cw-brand': '#1652f0',
    '--cw-on-brand': '#fff8e0',
    '--cw-brand-dark': '#f1d071',
    '--cw-on-brand-dark': '#031d25',
  });
  expect(themeOfQuery({ brand: '8a3b22', radius: '6px', theme: 'auto' })).toEqual({
    '--cw-brand': '#8a3b22',
    '--cw-radius': '6px',
  });
});
