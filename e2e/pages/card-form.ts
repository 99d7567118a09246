import type { Page } from '@playwright/test';
import { say } from '../say.ts';

/** A card entered inside the widget: number, expiry and code in the acquirer's frame, the rest in the widget. */
export function cardForm(page: Page) {
  const fields = page.frameLocator(`iframe[title="${say('tpl:payment:card_frame')}"]`);
  const bank = page.frameLocator(`iframe[title="${say('tpl:payment:challenge_frame')}"]`);
  return {
    number: fields.getByLabel('Card number'),
    expiry: fields.getByLabel('Expiry date'),
    code: fields.getByLabel('Security code'),
    name: page.getByLabel(say('tpl:payment:holder_name')),
    keep: page.getByRole('checkbox', { name: say('tpl:payment:save_card') }),
    pay: (amount: string) => page.getByRole('button', { name: say('tpl:payment:card_pay', { amount }) }),
    failed: page.getByRole('alert').filter({ hasText: 'The bank declined the card' }),
    bankAsks: page.getByRole('heading', { name: /^Your bank asks/ }),
    /** The acquirer's page in its frame. */
    acquirer: page.frameLocator('form iframe').first().locator('html'),
    /** The bank's page in its frame. */
    bank: bank.locator('html'),
    approve: bank.getByRole('button', { name: 'Approve' }),
    openOutside: page.getByRole('button', { name: say('tpl:payment:challenge_open') }),
  };
}
