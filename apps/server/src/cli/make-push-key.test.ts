import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { live } from '../config/fixtures/live-settings.ts';
import { createWebPush } from '../providers/push/web-push.ts';

const program = fileURLToPath(new URL('make-push-key.ts', import.meta.url));

/** What it prints for an environment, as a setting. */
function make(known: string): { PUSH_KEYS: string } {
  const options = { encoding: 'utf8', env: { ...process.env, PUSH_KEYS: known } } as const;
  const [, keys = ''] = /^PUSH_KEYS=(.*)\n$/.exec(execFileSync(process.execPath, [program], options)) ?? [];
  return { PUSH_KEYS: keys };
}

test('a key is made for a live server; a new one goes before those there are, and becomes the one that is shown', () => {
  const first = make('');
  const both = make(first.PUSH_KEYS);
  expect(both.PUSH_KEYS).toMatch(new RegExp(`^[\\w-]{43},${first.PUSH_KEYS}$`));
  const [before, after] = [first, both].map((setting) => createWebPush(readConfig({ ...live, ...setting }))?.key);
  expect(before).toMatch(/^B[\w-]{86}$/);
  expect(after).not.toBe(before);
  expect(createWebPush(readConfig(live))).toBeUndefined();
});
