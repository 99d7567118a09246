import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The operations of the balance with their filters. */
export function operations(scope: Scope) {
  return {
    heading: scope.getByRole('heading', { level: 1, name: say('tpl:operations:title') }),
    rows: scope.getByRole('row').filter({ has: scope.getByRole('cell') }),
    links: scope.getByRole('cell').getByRole('link'),
    time: scope.getByLabel(say('tpl:transactions:time')),
    type: scope.getByLabel(say('tpl:operations:type')),
    status: scope.getByLabel(say('tpl:transactions:status')),
    from: scope.getByLabel(say('tpl:transactions:from')),
    empty: scope.getByText(say('tpl:operations:empty_text')),
    nothingFits: scope.getByText(say('tpl:transactions:none_title')),
    clear: scope.getByRole('button', { name: say('tpl:transactions:none_clear') }),
    tryAgain: scope.getByRole('button', { name: say('tpl:common:try_again') }),
    busy: scope.locator('[aria-busy="true"]'),
    statement: scope.getByRole('button', { name: say('tpl:statement:open') }),
    download: scope.getByRole('button', { name: say('tpl:statement:download') }),
    all: scope.getByRole('link', { name: say('tpl:operations:all') }),
    favorite: (name: string) => scope.getByRole('button', { name: say('tpl:home:favorite', { name }) }),
    primary: scope.getByLabel(say('tpl:home:primary_label')),
  };
}
