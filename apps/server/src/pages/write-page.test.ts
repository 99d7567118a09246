import type { BootData } from '@causeway/contract/boot/boot-data';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PrerenderedPage, WidgetBundle } from './widget-bundle.ts';
import { writePage } from './write-page.ts';

const bundle = z.custom<WidgetBundle>().parse({
  css: 'a{}',
  styles: '/s.css',
  script: '/e.js',
  preHydration: 'x()',
  filesOf: (view: string) => (view === 'auth' ? ['/a.js', '/a.css'] : []),
});
const config = { swConfig: { payinSelect: [], payoutSelect: [] }, currencyConfig: {} };
const boot = z.custom<BootData>().parse({ language: 'en', theme: 'auto', brand: { name: 'Causeway' }, config });
const page = z.custom<PrerenderedPage>().parse({ html: '', icons: '', theme: {}, view: 'exchange' });
const named = {
  frameAncestors: ['https://shop.example'],
  frameOrigins: ['https://chat.example'],
  providerOrigins: ['https://cards.example'],
  imageOrigins: ['https://pictures.example'],
  reportOrigins: ['https://errors.example'],
  relayOrigins: ['wss://relay.example'],
};
const none = {
  frameAncestors: [],
  frameOrigins: [],
  providerOrigins: [],
  imageOrigins: [],
  reportOrigins: [],
  relayOrigins: [],
};

const sourcesOf = (origins: typeof named | typeof none) =>
  new Map(
    writePage(bundle, boot, page, origins)
      .contentSecurityPolicy.split('; ')
      .map((rule) => rule.trim().split(/ +/))
      .map(([name = '', ...sources]) => [name, sources] as const),
  );

test('a page loads from itself and from hosts that are named: no picture of any host, no scheme as a whole', () => {
  const own = sourcesOf(none);
  for (const [rule, sources] of own)
    for (const source of sources)
      expect(`${rule} ${source}`).toMatch(/'(self|none|unsafe-inline|sha256-\S+)'$|^img-src data:$/);
  expect([own.get('img-src'), own.get('frame-ancestors')]).toEqual([["'self'", 'data:'], ["'none'"]]);
  const hosts = Object.values(named).flat();
  for (const [rule, sources] of sourcesOf(named)) {
    const more = sources.filter((source) => own.get(rule)?.includes(source) !== true);
    expect(
      more.filter((source) => !hosts.includes(source)),
      rule,
    ).toEqual([]);
  }
  expect(sourcesOf(named).get('connect-src')).toEqual([
    "'self'",
    'https://cards.example',
    'https://errors.example',
    'wss://relay.example',
  ]);
  expect(own.get('connect-src')).toEqual(["'self'"]);
  expect(sourcesOf(named).get('img-src')).toEqual([
    "'self'",
    'data:',
    'https://cards.example',
    'https://pictures.example',
  ]);
});

test('the files and texts of a later screen are asked for with its page, after the script that the page runs', () => {
  const linksOf = (view: string) =>
    writePage(bundle, boot, { ...page, view }, none).html.match(/<link rel="(?:modulepreload|preload)"[^>]*>/g);
  expect(linksOf('exchange')).toEqual(['<link rel="modulepreload" href="/e.js">']);
  expect(linksOf('auth')).toEqual([
    '<link rel="modulepreload" href="/e.js">',
    '<link rel="modulepreload" href="/a.js">',
    '<link rel="preload" as="style" crossorigin href="/a.css">',
    '<link rel="preload" as="fetch" crossorigin href="/texts/en">',
  ]);
});
