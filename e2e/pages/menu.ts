import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The header's menu. */
export function menu(scope: Scope) {
  const sheet = scope.getByRole('dialog');
  return {
    open: scope.getByRole('button', { name: say('tpl:common:menu') }),
    sheet,
    close: sheet.getByRole('button', { name: say('tpl:common:close') }),
    entry: (key: string) => sheet.getByText(say(`tpl:menu:${key}`), { exact: true }),
    language: (name: string) => sheet.getByRole('button', { name }),
  };
}
