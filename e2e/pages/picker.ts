import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The currency picker: all currencies, then the network or method. */
export function picker(scope: Scope) {
  const sheet = scope.getByRole('dialog');
  return {
    sheet,
    search: sheet.getByRole('combobox', { name: say('tpl:picker:search') }),
    option: (name: string | RegExp) => sheet.getByRole('option', { name }),
    options: sheet.getByRole('option'),
    networks: sheet.getByRole('radiogroup', { name: say('tpl:picker:networks') }),
    methods: sheet.getByRole('radiogroup', { name: say('tpl:picker:methods') }),
    confirm: (name: string) => sheet.getByRole('button', { name: say('tpl:picker:confirm', { name }) }),
    empty: (query: string) => sheet.getByText(say('tpl:picker:empty', { query })),
    /** What cannot be had now, folded in one row. */
    more: sheet.getByRole('button', { name: /^\d+ more, not available now$/ }),
    back: sheet.getByRole('button', { name: say('tpl:common:back') }),
    close: sheet.getByRole('button', { name: say('tpl:common:close') }),
  };
}
