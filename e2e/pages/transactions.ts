import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The list of transactions with its filters. */
export function transactions(scope: Scope) {
  const sheet = scope.getByRole('dialog');
  return {
    heading: scope.getByRole('heading', { level: 1, name: say('tpl:menu:transactions') }),
    rows: scope.getByRole('row').filter({ has: scope.getByRole('cell') }),
    filters: scope.getByRole('group', { name: say('tpl:transactions:filters') }),
    openFilters: scope
      .getByRole('group', { name: say('tpl:transactions:filters') })
      .getByRole('button')
      .first(),
    /** A choice of the sheet by its text. */
    choice: (key: string) => sheet.getByRole('button', { name: say(`tpl:transactions:${key}`), exact: true }),
    from: sheet.getByLabel(say('tpl:transactions:from')),
    apply: sheet.getByRole('button').last(),
    own: scope.getByRole('link', { name: say('tpl:transactions:own') }),
    empty: scope.getByText(say('tpl:transactions:empty_title')),
    nothingFits: scope.getByText(say('tpl:transactions:none_title')),
    clear: scope.getByRole('button', { name: say('tpl:transactions:none_clear') }),
  };
}
