import { expect, test } from 'vitest';
import { criticalCss } from './critical-css.ts';

test('rules for a running script are left out with everything inside them', () => {
  const css =
    '.a{b:c}@media (scripting:enabled){.d{e:f}@media print{.g{h:i}}}.j{k:l}@media (scripting) { .m { n: o } }.p{q:r}';
  expect(criticalCss(css)).toBe('.a{b:c}.j{k:l}.p{q:r}');
});

test('other media queries stay', () => {
  const css = '@media (min-width:560px){.a{b:c}}';
  expect(criticalCss(css)).toBe(css);
});

test('a sheet cut off in the middle is refused', () => {
  expect(() => criticalCss('@media (scripting){.a{b:c}')).toThrow('not closed');
});
