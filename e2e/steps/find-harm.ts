import { markupPayloads } from '@causeway/testing/markup-payloads';
import type { Page } from '@playwright/test';

/** Ends whatever an unfinished payload holds open, so that the next one would be read as well. */
const ends = ` -->"'></script></style></title></textarea></noscript></template></iframe></svg></math> `;

/** Every payload in one text. */
export const allPayloads = markupPayloads.join(ends);

/** What a payload would have made of the page. */
export function findHarm(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter(({ attributes }) =>
        [...attributes].some(
          ({ name, value }) =>
            name.startsWith('on') ||
            // Words for people, which no browser follows.
            (!['value', 'aria-label', 'placeholder'].includes(name) &&
              /evil\.example|javascript:|data:text/.test(value)),
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
