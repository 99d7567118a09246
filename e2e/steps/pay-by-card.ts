import type { Page } from '@playwright/test';
import { hostedPayment } from '../pages/hosted-payment.ts';

export const cards = {
  pays: '4242424242424242',
  asks: '4000000000003220',
  declined: '4000000000000002',
  poor: '4000000000009995',
} as const;

/** Fills in the acquirer's page and sends it. */
export async function payByCard(page: Page, number: string): Promise<void> {
  const form = hostedPayment(page);
  await form.number.fill(number);
  await form.expiry.fill('12 / 34');
  await form.code.fill('123');
  await form.name.fill('Sam Sandbox');
  await form.pay.click();
}
