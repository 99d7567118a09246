import { globSync, readdirSync, readFileSync } from 'node:fs';
import { advertisingSwitches, eventKinds, eventSwitches } from '@causeway/contract/shapes/notification-switches';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const root = new URL('../', import.meta.url);
const folder = new URL('../server/src/modules/locales/catalogues/', root);
const languages = readdirSync(folder);
const catalogue = (language: string, file: string) =>
  z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(new URL(`${language}/${file}.json`, folder), 'utf8')));
const rooms = readdirSync(new URL('en/', folder)).flatMap((file) =>
  file.endsWith('.json') ? [file.slice(0, -5)] : [],
);
const all = (language: string) => Object.assign({}, ...rooms.map((file) => catalogue(language, file)));

const source = globSync('src/{app,features,lib,parts,platform,ui}/**/*.{ts,tsx}', { cwd: root.pathname })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(new URL(file, root), 'utf8'))
  .join('\n');
/** Names of the texts of settings, which the screen composes. */
const switches = [
  ...eventKinds.flatMap((kind) => [kind, ...Object.keys(eventSwitches[kind]).map((channel) => `by_${channel}`)]),
  ...advertisingSwitches.map(({ name }) => name),
];
const keys = new Set([
  ...[...source.matchAll(/'(tpl:[a-z_]+:[\w:-]+)'/g)].map(([, key]) => key ?? ''),
  ...switches.map((name) => `tpl:settings:subscription:${name}`),
]);

describe('8-17 every text the widget names is there', () => {
  test.each(languages)('in %s', (language) => {
    const texts = all(language);
    expect([...keys].filter((key) => !(key in texts))).toEqual([]);
  });
  test.each(languages.filter((language) => language !== 'en'))(
    '%s has the keys of English, no more and no less',
    (language) => {
      for (const room of rooms)
        expect(Object.keys(catalogue(language, room))).toEqual(Object.keys(catalogue('en', room)));
    },
  );
});
