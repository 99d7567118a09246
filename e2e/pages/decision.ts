import type { Page } from '@playwright/test';
import { say } from '../say.ts';

/** The question about money that came late or in part; coins go to the balance instead of back. */
export function decision(page: Page, payin: 'crypto' | 'other' = 'other') {
  const sheet = page.getByRole('dialog');
  return {
    partial: (received: string, amount: string) =>
      page.getByRole('heading', { name: say('tpl:order:decision_partial_title', { received, amount }) }),
    late: (received: string) => page.getByRole('heading', { name: say('tpl:order:decision_late_title', { received }) }),
    goOn: page.getByRole('button', { name: /^Get 0\.\d+/ }).first(),
    sendBack: (refund: string) =>
      page
        .getByRole('button', { name: payin === 'crypto' ? `Put ${refund} on my balance` : `Send ${refund} back` })
        .first(),
    sure: sheet.getByRole('button').filter({ hasText: /^(?:Get|Send|Put)/ }),
    notYet: sheet.getByRole('button', { name: say('tpl:order:decision_back') }),
  };
}
