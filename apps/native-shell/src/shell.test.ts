import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { pageScript } from './page-script.ts';
import { productPath } from './product-path.ts';
import { readSettings } from './settings.ts';
import { webView } from './web-view.ts';

/** The parts of a page that the script touches. */
function openPage(origin: string, isFramed = false) {
  const sent: unknown[] = [];
  const received: string[] = [];
  const listeners: ((event: object) => void)[] = [];
  const window: Record<string, unknown> = {
    mobileApp: { postMessage: (message: unknown) => sent.push(message) },
    causewayPage: { receive: (text: string) => received.push(text) },
    addEventListener: (_name: string, listener: (event: object) => void) => listeners.push(listener),
  };
  window['top'] = isFramed ? {} : window;
  const document = { cookie: '' };
  runInNewContext(pageScript('https://pay.example'), { window, document, location: { origin } });
  return {
    window,
    document,
    sent,
    received,
    notify: (text: string) => listeners.forEach((act) => act({ detail: { text } })),
  };
}

describe('4.13-05 the object that the page looks for', () => {
  test('carries texts in both directions, and switches the features of the app on', () => {
    const { window, document, sent, received, notify } = openPage('https://pay.example');
    const shell = window['causewayShell'];
    if (typeof shell !== 'object' || shell === null) throw new Error('There is no shell.');
    Reflect.apply(Reflect.get(shell, 'postMessage'), shell, ['call']);
    notify('answer');
    expect([sent, received]).toEqual([[{ detail: { text: 'call' } }], ['answer']]);
    expect(document.cookie).toMatch(/^app_\w+=1; Path=\/; SameSite=Lax; Secure$/);
  });
  test.each([
    ['another site', 'https://pay.example.evil', false],
    ['the same host without protection', 'http://pay.example', false],
    ['a frame', 'https://pay.example', true],
  ])('is not there on %s', (_what, origin, isFramed) => {
    expect(openPage(origin, isFramed).window['causewayShell']).toBeUndefined();
  });
});

test.each([
  ['https://pay.example/order-status/CW1?x=1', '/order-status/CW1?x=1'],
  ['https://pay.example.evil/order-status/CW1', undefined],
  ['causeway://order-status/CW1', undefined],
  ['no link', undefined],
])('a link %j leads to %j', (url, path) => expect(productPath(url, 'https://pay.example')).toBe(path));

test('an app without the product’s exact origin does not start', () => {
  expect(readSettings({ VITE_CAUSEWAY_URL: 'https://pay.example' })).toEqual({
    origin: 'https://pay.example',
    googleClientId: '',
  });
  for (const url of ['', 'pay.example', 'https://pay.example/', 7, undefined])
    expect(() => readSettings({ VITE_CAUSEWAY_URL: url })).toThrow('Set VITE_CAUSEWAY_URL');
});

test('the web view opens the product with its object before any of its scripts, and takes its files', () => {
  expect(webView('https://pay.example')).toMatchObject({
    url: 'https://pay.example',
    preShowScript: pageScript('https://pay.example'),
    preShowScriptInjectionTime: 'documentStart',
    handleDownloads: true,
  });
});
