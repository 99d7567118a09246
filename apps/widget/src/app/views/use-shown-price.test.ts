import { expect, test } from 'vitest';
import { price } from '../../../tests/fixtures.ts';
import { shownPrice } from './step-frame.tsx';

test('8-05, A-026 the amounts of the summary are hidden while a pay-out amount is required, and no longer', () => {
  const required = { type: 'danger', field: 'payout_amount', code: 'REQUIRED', text: '' } as const;
  expect(shownPrice({ ...price, errors: [required] })).toBeUndefined();
  expect(shownPrice({ ...price, errors: [{ ...required, code: 'AMOUNT_MIN' }] })).toBe(price.calc);
  expect(shownPrice(price)).toBe(price.calc);
});
