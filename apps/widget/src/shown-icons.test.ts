import { expect, test } from 'vitest';
import { shownIcons } from './shown-icons.ts';

test('only the symbols that the page shows travel with it', () => {
  const clock = '<symbol id="i-clock" viewBox="0 0 24 24"><path d="M1 1"/></symbol>';
  const gift = '<symbol id="i-gift" viewBox="0 0 24 24"><path d="M2 2"/></symbol>';
  expect(shownIcons(clock + gift, '<svg><use href="#i-clock"></use></svg>')).toBe(clock);
});
