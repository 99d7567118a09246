import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isSupported, oldestBrowsers } from './browser-support.ts';

const chrome = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;
const webView = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`;
const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;

describe('2.3-43 browsers below their minimum', () => {
  test.each([
    [chrome(122), false],
    [chrome(123), true],
    [`${chrome(122)} Edg/122.0.0.0`, false],
    [`${chrome(140)} Edg/140.0.0.0`, true],
    [safari('17.4'), false],
    [safari('17.5'), true],
    [safari('17.4.1'), false],
    [safari('26.1'), true],
    [iphone('17.4'), false],
    [iphone('18.0'), true],
    [webView('17_4_1'), false],
    [webView('17_5'), true],
    [firefox(127), false],
    [firefox(128), true],
    ['', true],
    ['curl/8.0', true],
  ])('%s: %j', (userAgent, is) => expect(isSupported(userAgent)).toBe(is));

  test('A-148 the minimum is a setting, and the standing one is what the styles are built for', () => {
    expect(isSupported(chrome(150), { ...oldestBrowsers, chrome: 151 })).toBe(false);
    const built = readFileSync(new URL('../../vite.config.ts', import.meta.url), 'utf8');
    const { chrome: c, safari: s, firefox: f } = oldestBrowsers;
    expect(built).toContain(`cssTarget = ['chrome${c}', 'safari${s}', 'firefox${f}']`);
  });
});
