import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** Passkeys in the settings, and where they are used. */
export function passkeys(scope: Scope) {
  const button = (key: string, values?: Record<string, string>) =>
    scope.getByRole('button', { name: say(key, values) });
  return {
    heading: scope.getByRole('heading', { name: say('tpl:settings:passkeys:title') }),
    name: scope.getByLabel(say('tpl:settings:passkeys:name')),
    password: scope.getByLabel(say('tpl:auth:password'), { exact: true }),
    add: button('tpl:settings:passkeys:add'),
    rename: (name: string) => button('tpl:settings:passkeys:rename', { name }),
    saveName: button('tpl:settings:passkeys:save'),
    remove: (name: string) => button('tpl:settings:passkeys:remove', { name }),
    removeIt: button('tpl:settings:passkeys:remove_it'),
    logIn: button('tpl:auth:passkey'),
    instead: button('tpl:auth:passkey_second'),
    stopped: scope.getByText(say('tpl:settings:passkeys:stopped')),
  };
}
