import { expect, test } from 'vitest';
import { plainName } from './queue-security-email.ts';

test.each([
  ["Ada's iPhone 15 (work), ios", "Ada's iPhone 15 (work), ios"],
  ['Телефон Олени', 'Телефон Олени'],
  ['unlock at https://evil.example/x', 'unlock at https evil example x'],
  ['mail a@evil.example or +44 20', 'mail a evil example or 44 20'],
  ['x'.repeat(120), 'x'.repeat(40)],
])('the name of a device makes no link and no number to call: %s', (name, shown) => {
  expect(plainName(name)).toBe(shown);
});
