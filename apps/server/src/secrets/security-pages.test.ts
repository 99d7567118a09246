import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keyPurposes } from './derive-key.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const keys = read('docs/security/keys.md');

test('ASVS V11.1.2 keys.md has every derived key, and no other', () => {
  const [, part = ''] = keys.split('## Derived keys');
  const listed = [...(part.split('## ')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(keyPurposes));
});

test('ASVS V11.1.2 keys.md has every secret of the settings', () => {
  const settings = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
  const secrets = settings.filter((name) => /(?<!PUBLIC|SITE)_(?:KEY|SECRETS?|XPRV|TOKEN)$/.test(name));
  expect(secrets.length).toBeGreaterThan(15);
  expect(secrets.filter((name) => !keys.includes(`\`${name}\``))).toEqual([]);
});

test('ASVS V14.1.1 data.md has every table of the database in one class', () => {
  const types = read('apps/server/src/database/types.generated.ts');
  const [, list = ''] = /export interface DB \{([^}]*)\}/.exec(types) ?? [];
  const tables = [...list.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const [, part = ''] = read('docs/security/data.md').split('| Class | Tables |');
  const [rows = ''] = part.split('\n\n');
  const listed = [...rows.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(tables));
  expect(listed).toHaveLength(tables.length);
});
