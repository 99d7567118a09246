import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** Questions, the page about the product, and the other pages of the cabinet. */
export function cabinet(scope: Scope) {
  return {
    heading: scope.getByRole('heading', { level: 1 }),
    back: scope.getByRole('button', { name: say('tpl:common:back') }),
    search: scope.getByRole('searchbox', { name: say('tpl:faq:search') }),
    questions: scope.locator('summary'),
    question: (name: string) => scope.getByText(say(`tpl:faq:q_${name}`), { exact: true }),
    answer: (name: string) => scope.getByText(say(`tpl:faq:a_${name}`), { exact: true }),
  };
}

/** The list of notifications. */
export function notifications(scope: Scope) {
  const rows = scope.locator('li').filter({ has: scope.getByRole('button', { name: /^Delete: / }) });
  return {
    /** The bell of the header, by how many are unread. */
    bell: (count: number) => {
      const name = count === 0 ? say('tpl:menu:notifications') : new RegExp(`^${count} unread notifications?$`);
      return scope.getByRole('banner').getByRole('button', { name });
    },
    rows,
    open: (index: number) => rows.nth(index).getByRole('link'),
    delete: (index: number) => rows.nth(index).getByRole('button'),
    unread: rows.filter({ hasText: say('tpl:notification:unread') }),
    readAll: scope.getByRole('button', { name: say('tpl:notification:read_all') }),
    deleteAll: scope.getByRole('button', { name: say('tpl:notification:delete_all') }),
    older: scope.getByRole('button', { name: say('tpl:notification:older') }),
    empty: scope.getByText(say('tpl:notification:empty'), { exact: true }),
  };
}
