import { expect, test } from 'vitest';
import { decodeForm } from '../wire/decode-form.ts';
import { approveOrder } from './approve-order.ts';

test('5-03 a confirmation code is submitted with a captcha response of its own', () => {
  const uuid = '0199a2b4-6c11-7d3e-9f00-3d4c5b6a7988';
  const form = `uuid=${uuid}&code=407218&g-recaptcha-response=token`;
  expect(approveOrder.captcha).toBe('code');
  expect(approveOrder.request.parse(decodeForm(form))).toEqual({ uuid, code: '407218', gRecaptchaResponse: 'token' });
});
