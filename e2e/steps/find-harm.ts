import { markupPayloads } from '@causeway/testing/markup-payloads';
import type { Page } from '@playwright/test';

/** Closes whatever an unfinished payload leaves open, so that the next one is parsed as well. */
const ends = ` -->"'></script></style></title></textarea></noscript></template></iframe></svg></math> `;

/** Every payload in one text. */
export const allPayloads = markupPayloads.join(ends);

/** The effects of a payload on the page. */
export function findHarm(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter(({ attributes }) =>
        [...attributes].some(
          ({ name, value }) =>
            name.startsWith('on') ||
            // Texts for people, which no browser follows.
            (!['value', 'aria-label', 'placeholder'].includes(name) &&
              /evil\.example|javascript:|data:text/.test(value)),
        ),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );
}

/** Hosts that the page requests, and dialogs that a script of it opens. */
export function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('request', (one) => heard.push(new URL(one.url()).hostname));
  page.on('dialog', (dialog) => {
    heard.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return heard;
}
