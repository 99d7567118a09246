import { describe, expect, test } from 'vitest';
import { isFeatureOn } from './create-app.ts';

const names = ['biometrics', 'push_notifications', 'home_page', 'navbar', 'new_widget_withdrawal', 'own_app_home'];
const on = Object.fromEntries(names.map((name) => [name, 1]));

function listOn(features: Record<string, unknown>, cookies: readonly string[], app?: { isOwnApp: boolean }) {
  const cookie = (name: string) => (cookies.includes(name) ? '1' : undefined);
  return names.filter((name) => isFeatureOn(name, { features, cookie, app }));
}
const cookies = names.map((name) => `app_${name}`);

describe('6-15 what depends on flags and on cookies of the app', () => {
  test.each([
    ['A-140 no flag, nothing', listOn({}, cookies, { isOwnApp: true }), []],
    ['in a browser the flag is enough', listOn(on, []), names.slice(0, 5)],
    ['in an app four of them need its cookie', listOn(on, [], { isOwnApp: false }), ['new_widget_withdrawal']],
    ['with flag and cookie they are on', listOn(on, cookies, { isOwnApp: false }), names.slice(0, 5)],
    [
      'each has a cookie of its own',
      listOn(on, ['app_biometrics'], { isOwnApp: false }),
      ['biometrics', 'new_widget_withdrawal'],
    ],
    [
      'A-107 own-app home is the home flag inside the operator’s own app',
      listOn(on, cookies, { isOwnApp: true }),
      names,
    ],
    ['A-107 and needs that flag', listOn({ own_app_home: 1 }, cookies, { isOwnApp: true }), []],
  ])('%s', (_name, shown, expected) => expect(shown).toEqual(expected));
});
