import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The step of a merchant's page: items, price, one e-mail field. */
export function merchant(scope: Scope, name: string) {
  const form = scope.getByRole('form', { name: say('tpl:merchant:title', { name }) });
  return {
    form,
    products: form.getByRole('list', { name: say('tpl:partner:goods') }).getByRole('listitem'),
    total: form.getByText(say('tpl:merchant:total'), { exact: true }).locator('..'),
    payin: form.getByLabel(say('tpl:exchange:payin'), { exact: true }),
    currency: form.getByRole('button', { name: /Change$/ }),
    email: form.getByLabel(say('tpl:merchant:email')),
    emailError: form.getByText(say('tpl:auth:fault_required')),
    submit: form.locator('button[type=submit]'),
    donate: scope.getByRole('form', { name: say('tpl:merchant:title_donation', { name }) }),
    donation: scope.getByLabel(say('tpl:merchant:donation')),
  };
}
