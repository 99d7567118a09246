import type { Page } from '@playwright/test';
import { say } from '../say.ts';

/** The form that writes to support. */
export function support(page: Page) {
  const sheet = page.getByRole('dialog', { name: say('tpl:common:support') });
  return {
    open: page.getByRole('button', { name: say('tpl:common:chat') }),
    sheet,
    message: sheet.getByRole('textbox', { name: say('tpl:support:message') }),
    email: sheet.getByRole('textbox', { name: say('tpl:support:email') }),
    address: sheet.getByRole('link', { name: 'support@example.com' }),
    send: sheet.getByRole('button', { name: say('tpl:support:send') }),
  };
}
