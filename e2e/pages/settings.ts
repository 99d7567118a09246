import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The settings and their children. */
export function settings(scope: Scope) {
  const page = (name: string) => scope.getByRole('link', { name: new RegExp(say(`tpl:settings:${name}:title`)) });
  const setUpKey = scope.getByText(say('tpl:settings:2fa:key')).locator('..');
  return {
    heading: scope.getByRole('heading', { name: say('tpl:menu:settings') }),
    twoFactor: page('2fa'),
    passkeys: page('passkeys'),
    cards: page('cards'),
    destinations: page('destinations'),
    changePassword: page('change-password'),
    devices: page('devices'),
    email: page('email'),
    phone: page('phone'),
    emails: page('subscription'),
    deleteAccount: page('delete-account'),
    dataExport: page('data-export'),
    requestCopy: scope.getByRole('button', { name: say('tpl:settings:data-export:request') }),
    downloadCopy: scope.getByRole('button', { name: say('tpl:settings:data-export:download') }),
    news: scope.getByRole('switch', { name: say('tpl:settings:subscription:isNews') }),
    pushHere: scope.getByRole('switch', { name: say('tpl:settings:push:here') }),
    /** In the row of each other device. */
    endThere: scope.getByRole('button', { name: say('tpl:settings:devices:end_label', { device: '' }) }),
    turnOn: scope.getByRole('button', { name: say('tpl:settings:2fa:turn_on') }),
    turnOff: scope.getByRole('button', { name: say('tpl:settings:2fa:turn_off') }),
    offCode: scope.getByLabel(say('tpl:settings:2fa:off_code')),
    /** The key as an authenticator takes it. */
    readKey: async () => (await setUpKey.innerText()).replace(say('tpl:settings:2fa:key'), '').replace(/\s/g, ''),
    code: scope.getByRole('textbox', { name: say('tpl:settings:2fa:code_label') }),
    codesHeading: scope.getByRole('heading', { name: say('tpl:settings:2fa:codes_title') }),
    recoveryCodes: scope.getByRole('list').getByRole('listitem'),
    codesKept: scope.getByRole('button', { name: say('tpl:settings:2fa:codes_kept') }),
    oldPassword: scope.getByLabel(say('tpl:settings:change-password:old'), { exact: true }),
    newPassword: scope.getByLabel(say('tpl:auth:new_password'), { exact: true }),
    repeatPassword: scope.getByLabel(say('tpl:auth:repeat_password'), { exact: true }),
    savePassword: scope.getByRole('button', { name: say('tpl:settings:change-password:save') }),
    newEmail: scope.getByLabel(say('tpl:verification:new_email')),
    sendNewCode: scope.getByRole('button', { name: say('tpl:settings:email:send') }),
    endOthers: scope.getByRole('button', { name: say('tpl:settings:devices:end_others') }),
    password: scope.getByLabel(say('tpl:auth:password'), { exact: true }),
    deletionWord: scope.getByLabel(
      say('tpl:settings:delete-account:confirm', { word: say('tpl:settings:delete-account:word') }),
    ),
    remove: scope.getByRole('button', { name: say('tpl:settings:delete-account:delete') }),
    saved: scope.getByText(say('tpl:settings:saved')),
  };
}

/** Where withdrawals go, by name. */
export function destinations(scope: Scope) {
  const button = (key: string, name: string) =>
    scope.getByRole('button', { name: say(`tpl:settings:destinations:${key}`, { name }) });
  return {
    add: scope.getByRole('button', { name: say('tpl:settings:destinations:add') }),
    to: scope.getByLabel(say('tpl:settings:destinations:to'), { exact: true }),
    iban: scope.getByLabel(say('tpl:address:iban')),
    holder: scope.getByLabel(say('tpl:address:beneficiary_account')),
    name: scope.getByLabel(say('tpl:settings:destinations:name')),
    rename: (name: string) => button('rename', name),
    remove: (name: string) => button('remove', name),
    removeIt: scope.getByRole('button', { name: say('tpl:settings:destinations:remove_it') }),
    empty: scope.getByText(say('tpl:settings:destinations:empty')),
    wait: scope.getByRole('switch'),
  };
}
