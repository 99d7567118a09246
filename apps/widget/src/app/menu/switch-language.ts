import type { Runtime } from '../../platform/runtime.ts';
import { keepPartner } from '../router/browser-history.ts';
import { joinLanguage } from '../router/language-path.ts';
import type { Router } from '../router/router.ts';

/** The cookie of the chosen language (1-42). */
export const languageCookie = 'lang';

/** Changes the language by the page's own choice: cookie, new path, reload (1-43, 1-44, A-057). */
export function switchLanguage({ runtime, router }: { runtime: Runtime; router: Router }, language: string): void {
  runtime.cookies.write(languageCookie, language);
  runtime.frame.changeLanguage(language);
  const { name, href } = router.current();
  location.assign(keepPartner(joinLanguage(language, name === 'language' ? '/' : href), runtime.boot.host?.partnerKey));
}
