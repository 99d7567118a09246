import type { BrowserContext, Page } from '@playwright/test';
import { pick } from './pick.ts';

/** A phone's app around the pages of a context: the partner demo's simulated one. */
export interface App {
  /** Changes the device behind a page, by the names of its fields. */
  change: (page: Page, part: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The token that the device keeps. */
  token: (page: Page) => Promise<string | null>;
  /** Emits an event of the app. */
  emit: (page: Page, event: string, payload?: object) => Promise<void>;
  /** Names of the calls that the page made, oldest first. */
  calls: (page: Page) => Promise<string[]>;
  /** Names and payloads of the messages that the page sends without waiting for an answer. */
  notices: (page: Page) => Promise<unknown[]>;
}

/** Puts the simulated app around every page that a context opens from this moment. */
export async function simulateApp(context: BrowserContext, partnerUrl: string): Promise<App> {
  const script = await fetch(`${partnerUrl}/assets/native-shell.js`);
  if (!script.ok) throw new Error('The partner demo has no simulated app. Build it.');
  await context.addInitScript(await script.text());
  const ask = (page: Page, name: string, ...values: unknown[]) =>
    page.evaluate(
      ([member, given]) => {
        const shell: unknown = Reflect.get(window, 'simulatedShell');
        if (typeof shell !== 'object' || shell === null) throw new Error('The page is in no app.');
        const found: unknown = Reflect.get(shell, member);
        return typeof found === 'function' ? Reflect.apply(found, shell, given) : found;
      },
      [name, values] as const,
    );
  return {
    async change(page, part) {
      await ask(page, 'change', part);
    },
    async token(page) {
      const token = pick(await ask(page, 'device'), 'token');
      return typeof token === 'string' ? token : null;
    },
    async emit(page, event, payload = {}) {
      await ask(page, 'emit', event, payload);
    },
    async calls(page) {
      return list(await ask(page, 'calls')).map(String);
    },
    notices: async (page) => list(await ask(page, 'notices')),
  };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
