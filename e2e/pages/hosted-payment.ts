import type { Page } from '@playwright/test';

/** The acquirer's page and the page of the card's bank, as the sandbox draws them. */
export function hostedPayment(page: Page) {
  return {
    number: page.getByLabel('Card number'),
    expiry: page.getByLabel('Expiry date'),
    code: page.getByLabel('Security code'),
    name: page.getByLabel('Name on the card'),
    pay: page.getByRole('button', { name: 'Pay 250.00 EUR' }),
    approve: page.getByRole('button', { name: 'Approve' }),
    decideLater: page.getByRole('button', { name: 'Decide later' }),
    declined: page.getByRole('alert').filter({ hasText: 'Payment declined.' }),
    backToShop: page.getByRole('link', { name: 'Return to the shop' }),
  };
}
