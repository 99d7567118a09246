import type { Page } from '@playwright/test';
import { say } from '../say.ts';

const provider = 'Sumsub';

/** The identity wizard where an outside provider checks, and the page of that provider as the sandbox draws it. */
export function identityCheck(page: Page) {
  const button = (name: string) => page.getByRole('button', { name: say(`tpl:verification:${name}`), exact: true });
  const frame = page.frameLocator('iframe');
  return {
    about: page.getByText(say('tpl:verification:idcheck_text', { provider })),
    start: button('idcheck_start'),
    again: button('idcheck_again'),
    window: button('idcheck_window'),
    heading: page.getByRole('heading', { name: say('tpl:verification:idcheck_page', { provider }) }),
    outside: page.getByText(say('tpl:verification:idcheck_outside')),
    frame: {
      reason: frame.getByLabel('Reason'),
      decide: (name: string) => frame.getByRole('button', { name, exact: true }),
    },
  };
}
