import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSizeFaults } from './built-sizes.mjs';

const assets = 'apps/widget/dist/browser/assets';
let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-sizes-'));
  for (const folder of [assets, 'packages/sdk/dist']) mkdirSync(join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function write({ script, sdk }) {
  // What the page does not load first does not count.
  for (const name of ['entry-browser-1.js', 'entry-browser-1.css.br', 'late-parts-1.js.br'])
    writeFileSync(join(root, assets, name), randomBytes(200_000));
  writeFileSync(join(root, assets, 'entry-browser-1.js.br'), randomBytes(script));
  writeFileSync(join(root, 'packages/sdk/dist/causeway.js'), randomBytes(sdk));
}

describe('what is loaded first', () => {
  test('weighs as much as it may', () => {
    write({ script: 85_000, sdk: 3000 });
    expect(findSizeFaults(root)).toEqual([]);
  });
  test('a byte more is a fault, which says by how much', () => {
    write({ script: 85_001, sdk: 4000 });
    expect(findSizeFaults(root)).toEqual([
      expect.stringMatching(/^The script of the first screen has 85001 bytes, 1 more than it may/),
      expect.stringMatching(/^packages\/sdk\/dist\/causeway\.js has \d+ bytes, \d+ more/),
    ]);
  });
  test('is a fault when it is not there', () => {
    expect(findSizeFaults(root)).toHaveLength(2);
  });
});
