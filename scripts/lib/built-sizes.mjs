import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const assets = 'apps/widget/dist/browser/assets';
const sdk = 'packages/sdk/dist/causeway.js';

/**
 * What is loaded first, in brotli bytes: by the widget's page, as its server sends it (its build refuses to split it),
 * and by the pages of partners.
 */
const limits = [
  { name: 'The script of the first screen', max: 85_000, measure: measureEntry },
  { name: sdk, max: 3 * 1024, measure: measureSdk },
];

/** Faults of the built files: what is loaded first and weighs more than it may. */
export function findSizeFaults(root) {
  return limits.flatMap(({ name, max, measure }) => {
    const bytes = measure(root);
    if (bytes === undefined) return [`${name} is not built.`];
    if (bytes <= max) return [];
    return [`${name} has ${bytes} bytes, ${bytes - max} more than it may: let a later script have a part of it.`];
  });
}

function measureEntry(root) {
  const names = existsSync(join(root, assets)) ? readdirSync(join(root, assets)) : [];
  const entries = names.filter((name) => /^entry-browser-.*\.js\.br$/.test(name));
  if (entries.length === 0) return undefined;
  return entries.reduce((sum, name) => sum + statSync(join(root, assets, name)).size, 0);
}

function measureSdk(root) {
  return existsSync(join(root, sdk)) ? brotliCompressSync(readFileSync(join(root, sdk))).length : undefined;
}
