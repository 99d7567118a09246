import { findLanguage } from '@causeway/domain/languages/languages';
import { pathCodeByServerCode } from '@causeway/domain/languages/server-codes';
import type { Runtime } from '../platform/runtime.ts';
import type { AppParts } from './app-parts.ts';
import { keepQuery } from './router/browser-history.ts';
import { joinLanguage } from './router/language-path.ts';
import type { Router } from './router/router.ts';

/** The cookie of the chosen language (1-42). */
export const languageCookie = 'lang';

/** Changes the language by the page's own choice: cookie, new path, reload (1-43, 1-44, A-057). */
export function switchLanguage({ runtime, router }: { runtime: Runtime; router: Router }, language: string): void {
  runtime.cookies.write(languageCookie, language);
  runtime.frame.changeLanguage(language);
  const { name, href } = router.current();
  location.assign(keepQuery(joinLanguage(language, name === 'language' ? '/' : href), runtime.boot));
}

/** Pages whose host has named a language since they were loaded. */
const namedByHost = new WeakSet<Runtime>();

/** Takes over the language of the page around the widget. One without texts changes nothing. */
export function applyHostLanguage(parts: AppParts, code: string): Promise<void> {
  const language = findWritten(parts, code);
  if (language === undefined) return Promise.resolve();
  namedByHost.add(parts.runtime);
  return changeLanguage(parts, language);
}

/**
 * Shows the widget in the language that a client has saved, where neither the URL nor the host page nor a cookie names
 * one. @returns the function that ends it
 */
export function followClientLanguage(parts: AppParts): () => void {
  const { runtime, account } = parts;
  const follow = () => {
    const { client } = account.store.getState();
    if (client.isAuthorized === 0 || runtime.boot.isLanguageNamed || namedByHost.has(runtime)) return;
    const language = findWritten(parts, client.lang);
    if (language === undefined || language === runtime.texts.language()) return;
    // Another tab may have followed the client, and kept the language, after this page was made.
    if (![undefined, language].includes(runtime.cookies.read(languageCookie))) return;
    runtime.cookies.write(languageCookie, language);
    void changeLanguage(parts, language);
  };
  follow();
  return account.store.subscribe(({ client }, old) => {
    if (client !== old.client) follow();
  });
}

function findWritten({ runtime }: AppParts, code: string): string | undefined {
  const language = findLanguage(pathCodeByServerCode[code] ?? code);
  return language !== undefined && runtime.boot.languages.includes(language) ? language : undefined;
}

/** The language that was asked for last: one whose texts come later than those of the next is not shown. */
const wanted = new WeakMap<Runtime, string>();

/** Without a reload: what was typed stays. Texts of the server are asked for again. */
async function changeLanguage({ runtime, router, account, prices }: AppParts, language: string): Promise<void> {
  const { texts, frame, log } = runtime;
  wanted.set(runtime, language);
  if (language === texts.language()) return;
  try {
    await texts.complete(language);
    if (wanted.get(runtime) !== language) return;
    texts.show(language);
    document.documentElement.lang = language;
    router.rewriteLanguage();
    frame.changeLanguage(language);
    prices.refresh();
    await account.refreshConfig();
  } catch (error) {
    log.warn('The language could not be changed', error);
  }
}
