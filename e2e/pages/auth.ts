import { say } from '../say.ts';
import type { Scope } from './scope.ts';

const termsText = say('tpl:auth:terms', { terms: '', privacy: '' }).replaceAll(/<[^>]*>/g, '');

/** Sign-in and registration: by a code, or with a password in one card of two tabs. */
export function auth(scope: Scope) {
  const loginPanel = scope.getByRole('tabpanel', { name: say('tpl:auth:tab_login') });
  const registerPanel = scope.getByRole('tabpanel', { name: say('tpl:auth:tab_register') });
  return {
    heading: scope.getByRole('heading', { name: say('tpl:auth:title') }),
    loginTab: scope.getByRole('tab', { name: say('tpl:auth:tab_login') }),
    registerTab: scope.getByRole('tab', { name: say('tpl:auth:tab_register') }),
    usePassword: scope.getByRole('button', { name: say('tpl:auth:with_password') }),
    useCode: scope.getByRole('button', { name: say('tpl:auth:with_code') }),
    /** Sends a code to the address. */
    sendCode: scope.getByRole('button', { name: say('tpl:auth:code_submit'), exact: true }),
    email: scope.getByLabel(say('tpl:auth:email'), { exact: true }),
    password: scope.getByLabel(say('tpl:auth:password'), { exact: true }),
    newPassword: scope.getByLabel(say('tpl:auth:new_password'), { exact: true }),
    terms: scope.getByRole('checkbox', { name: termsText }),
    termsPage: registerPanel.getByRole('link').first(),
    logIn: loginPanel.locator('button[type=submit]'),
    /** The pressed action continues once the connection is back. */
    waits: scope.getByText(say('tpl:common:error:network')),
    forgotten: scope.getByRole('button', { name: say('tpl:auth:forgotten') }),
    sendLink: scope.getByRole('button', { name: say('tpl:auth:recovery_send') }),
    linkSent: scope.getByRole('heading', { name: say('tpl:auth:recovery_sent') }),
    saveReset: scope.getByRole('button', { name: say('tpl:auth:reset_save') }),
    secondCode: scope.getByLabel(say('tpl:auth:second_code')),
    register: registerPanel.getByRole('button', { name: say('tpl:auth:register') }),
  };
}
