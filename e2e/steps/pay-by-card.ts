import type { Page } from '@playwright/test';
import { hostedPayment } from '../pages/hosted-payment.ts';

export const cards = {
  pays: '4242424242424242',
  asks: '4000000000003220',
  declined: '4000000000000002',
  poor: '4000000000009995',
} as const;

/** What is printed on a test card beside its number. */
export const onTheCard = { expiry: '12 / 34', code: '123', name: 'Sam Sandbox' } as const;

/** Fills in the acquirer's page and sends it. */
export async function payByCard(page: Page, number: string): Promise<void> {
  const form = hostedPayment(page);
  await form.number.fill(number);
  await form.expiry.fill(onTheCard.expiry);
  await form.code.fill(onTheCard.code);
  await form.name.fill(onTheCard.name);
  await form.pay.click();
}

/** Pays on the acquirer's page with a card whose bank asks for confirmation, and confirms. */
export async function payWithQuestion(page: Page): Promise<void> {
  await payByCard(page, cards.asks);
  await hostedPayment(page).approve.click();
}
