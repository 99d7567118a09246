import type { Page } from '@playwright/test';

/** What a payload would have made of the page. */
export function findHarm(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter(({ attributes }) =>
        [...attributes].some(
          ({ name, value }) =>
            name.startsWith('on') || (name !== 'value' && /evil\.example|javascript:|data:text/.test(value)),
        ),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );
}

/** Hosts that the page asks, and questions that a script of it opens. */
export function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('request', (one) => heard.push(new URL(one.url()).hostname));
  page.on('dialog', (dialog) => {
    heard.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return heard;
}
