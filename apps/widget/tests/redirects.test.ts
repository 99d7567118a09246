import { languages } from '@causeway/domain/languages/languages';
import { redirectForms } from '@causeway/testing/redirect-forms';
import { describe, expect, test } from 'vitest';
import type { GuardFacts } from '../src/app/guards/decide.ts';
import { safeRedirect } from '../src/app/guards/safe-redirect.ts';
import { linkTarget } from '../src/app/late-listeners.ts';
import { redirectTarget } from '../src/app/follow-redirect.ts';
import { joinLanguage } from '../src/app/router/language-path.ts';
import { createRouter } from '../src/app/router/router.ts';

const origin = 'https://widget.example';
const pages = [`${origin}/`, `${origin}/login`, `${origin}/es/verification/email?redirect=%2F`];

/** Whether a browser that is on one of our pages stays on our site when it goes there. */
function isOurs(href: string): boolean {
  return pages.every((page) => URL.canParse(href, page) && new URL(href, page).origin === origin);
}

/** A router on a page, with all that it wrote into the address bar. */
function openRouter(href: string, language: string) {
  const written = [href];
  const facts: GuardFacts = {
    isAuthorized: true,
    isMerchant: false,
    isAgreementRequired: false,
    mode: 'normal',
    host: { isRoutingOff: false },
    isFlagOn: () => true,
    isMet: () => true,
  };
  const router = createRouter({
    served: href,
    history: {
      href: () => written.at(-1) ?? '',
      push: (next) => void written.push(next),
      replace: (next) => void written.push(next),
      onPop: () => {},
      scrollTop: () => 0,
      scrollTo: () => {},
    },
    language: () => language,
    facts: () => facts,
    warn: () => {},
    timers: { now: () => 0, after: () => () => undefined },
  });
  return { router, written };
}

test('there are at least 80 forms, each its own', () => {
  expect(redirectForms.length).toBeGreaterThanOrEqual(80);
  expect(new Set(redirectForms).size).toBe(redirectForms.length);
});

describe('A-052 A-091 a redirect value never leaves the site', () => {
  test.each(redirectForms)('%j', (form) => {
    const safe = safeRedirect(form);
    for (const language of languages) {
      if (safe !== undefined) expect(isOurs(joinLanguage(language, safe))).toBe(true);
      // The query of a page, of the login page, and of a verification that the page around requested.
      const { router, written } = openRouter('/', language);
      router.follow(form);
      router.navigate('auth', {}, { redirect: form });
      router.navigate('verification-email', {}, { redirect: form });
      const asked = openRouter(`/login?redirect=${encodeURIComponent(form)}`, language);
      asked.router.check();
      asked.router.follow(asked.router.current().query['redirect']);
      expect([...written, ...asked.written].filter((href) => !isOurs(href))).toEqual([]);
    }
  });

  test.each(redirectForms)('an answer’s redirect %j stays inside, or is an ordinary address of the web', (form) => {
    const target = redirectTarget(form);
    if (target?.kind === 'inside') expect(isOurs(target.href)).toBe(true);
    if (target?.kind === 'outside') expect(new URL(target.url).protocol).toMatch(/^https?:$/);
  });

  test.each(redirectForms)('a link %j is taken into the widget only when it is ours', (form) => {
    const target = linkTarget(form, origin);
    if (target !== undefined && target !== 'outside') expect(isOurs(form)).toBe(true);
  });
});
