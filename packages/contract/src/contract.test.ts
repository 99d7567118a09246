import { describe, expect, test } from 'vitest';
import { describeApi } from './api-description.ts';
import { allCalls } from './calls/all-calls.ts';
import { createOrder } from './calls/create-order.ts';
import { getCalculation } from './calls/get-calculation.ts';

describe('the calls', () => {
  test('have each path once', () => {
    expect(new Set(allCalls.map((call) => `${call.method} ${call.path}`)).size).toBe(allCalls.length);
  });

  test.each(allCalls)('$name reads its own example', ({ request, example = {} }) => {
    expect(request.safeParse(example).error?.issues).toBeUndefined();
  });

  test.each([
    '1e-7',
    '1e999',
    '-0',
    '+1',
    '0x10',
    '1_000',
    '1,000',
    '.5',
    '1.',
    'NaN',
    'Infinity',
    '١٢',
    '１２',
    '',
    ' 1',
  ])('refuse the amount %j', (amount) => {
    expect(getCalculation.request.safeParse({ payinAmount: amount }).success).toBe(false);
  });

  test('read flags and JSON text', () => {
    const parsed = createOrder.request.parse({ isFloatingRate: '1', widgetParams: '{"partner_key":"pk_test_shop"}' });
    expect(parsed).toEqual({ isFloatingRate: true, widgetParams: { partner_key: 'pk_test_shop' } });
  });

  test.each(['\u0000', 'a\u202Eb', '\uD800'])('refuse the text %j', (text) => {
    expect(createOrder.request.safeParse({ dstAddress: text }).success).toBe(false);
  });
});

test('the API description names every call in the names of the wire', () => {
  const api = JSON.parse(
    JSON.stringify(describeApi(allCalls, { title: 'Causeway', version: '1', url: 'http://localhost' })),
  );
  expect(Object.keys(api.paths)).toContain('/onramp/calc');
  expect(api.paths['/onramp/calc'].get.parameters.map((parameter: { name: string }) => parameter.name)).toContain(
    'payin_amount',
  );
  expect(api.openapi).toBe('3.1.0');
  expect(api.paths['/onramp/calc'].get.parameters).toContainEqual(
    expect.objectContaining({ name: 'payin_amount', example: '250' }),
  );
  const form = 'application/x-www-form-urlencoded';
  expect(api.paths['/signup'].post.requestBody.content[form].example).toMatchObject({ is_agree_terms: '1' });
});
