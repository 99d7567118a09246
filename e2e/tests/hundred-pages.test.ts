import { emptyLists, fillLists } from '@causeway/testing/fill-lists';
import { runSql } from '@causeway/testing/run-sql';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { signIn } from '../steps/sign-in.ts';

// The long form reads a hundred of them: what goes wrong at the seam of two pages does so within the first ones.
const pages = process.env['CAMPAIGN'] === 'full' ? 100 : 20;
const pageSize = 20;
const total = pages * pageSize;

/** Lists of the cabinet: where the rows of each are in the page, and the call that brings them. */
const lists = [
  { shows: '3-50, A-111', path: '/balance/operations', rows: 'main tbody tr:has(td)', call: '/balance/history' },
  { shows: '3-56, A-041', path: '/transactions', rows: 'main tbody tr:has(td)', call: '/transactions' },
  { shows: '3-53, A-115', path: '/affiliate/statement', rows: 'main section li', call: '/referral/statement' },
  { shows: '3-53, A-115', path: '/affiliate/payouts', rows: 'main section li', call: '/referral/payouts' },
  { shows: '3-54, A-114', path: '/notifications', rows: 'main ul > li', call: '/notifications' },
] as const;

const clientRow = z.tuple([z.object({ clientId: z.string(), niceId: z.string() })]);
const listed = z.object({ data: z.array(z.object({ nice_id: z.string() })) });

/**
 * Presses the button below a list until there is none, in the page itself: each press waits for its rows, and the focus
 * stays where it was. The rows are drawn at the end alone, as to draw thousands at each press takes minutes. @returns
 * how many rows there were after each press
 */
function readOlder([selector, size]: readonly [string, number]): Promise<number[]> {
  const count = () => document.querySelectorAll(selector).length;
  const counts: number[] = [];
  const undrawn = new CSSStyleSheet();
  undrawn.replaceSync('main :is(table, ul) { display: none }');
  document.adoptedStyleSheets.push(undrawn);
  const press = (): Promise<number[]> => {
    const button = document.activeElement;
    const before = count();
    if (!(button instanceof HTMLButtonElement)) throw new Error(`The focus is lost after ${before} rows.`);
    button.click();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`No more rows came after ${before}.`)), 30_000);
      const watch = new MutationObserver(() => {
        if (count() === before || (button.isConnected && button.getAttribute('aria-busy') === 'true')) return;
        watch.disconnect();
        clearTimeout(late);
        counts.push(count());
        if (!button.isConnected) {
          document.adoptedStyleSheets.pop();
          resolve(counts);
        } else if (count() === before + size) resolve(press());
        else reject(new Error(`A press brought ${count() - before} rows.`));
      });
      watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
  };
  return press();
}

/** The rows that a list was answered, in their order. */
function rowsAnswered(page: Page, call: string): { read: () => Promise<string[]> } {
  const answers: Promise<string[]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname !== call || response.request().method() !== 'POST') return;
    // A page that asks again drops the answer to its first question, which then has no body.
    const body = response.json().catch(() => ({ data: [] }));
    answers.push(body.then((json) => listed.parse(json).data.map((row) => row.nice_id)));
  });
  return { read: async () => (await Promise.all(answers)).flat() };
}

for (const { shows, path, rows, call } of lists)
  test(`${shows} ${pages} pages of ${path}: each row once, none missing, by the keyboard`, async ({
    page,
    context,
    api,
    stack,
  }) => {
    const made = await api.register();
    const order = await api.placeOrder(made);
    const [client] = clientRow.parse(
      await runSql(
        stack.databaseUrl,
        `select client_id as "clientId", nice_id as "niceId" from clients where email = $1`,
        [made.email],
      ),
    );
    // The order that is copied is a row of its own.
    await fillLists(stack.databaseUrl, { client, niceId: order, rows: total - (path === '/transactions' ? 1 : 0) });
    try {
      await signIn(context, made);
      const answered = rowsAnswered(page, call);
      await page.goto(path);
      await page
        .locator(rows)
        .nth(pageSize - 1)
        .waitFor();
      const older = page.getByRole('button', { name: /^Show .*older/ });
      // A list that reads itself again draws its button again.
      await expect(async () => {
        await older.focus();
        await expect(older).toBeFocused({ timeout: 1000 });
      }).toPass();
      const counts = await page.evaluate(readOlder, [rows, pageSize] as const);
      expect(counts).toHaveLength(pages - 1);
      expect(new Set(await answered.read()).size).toBe(total);
      await expect(page.locator(rows)).toHaveCount(total);
      await expect(page.locator(rows).last()).toBeVisible();
    } finally {
      await emptyLists(stack.databaseUrl, client);
    }
  });
