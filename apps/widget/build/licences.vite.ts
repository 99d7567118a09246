import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

/** What is in the build without being a module of it: symbols drawn into the sprite, and the font. */
const unseen = ['lucide-static', '@fontsource-variable/geologica'];
const font = '@fontsource-variable/geologica';
const isLicence = /^(?:licen[cs]e|copying|ofl|notice)/i;

/**
 * Writes the licences of everything that the build distributes into `licences.txt`, and that of the font beside the
 * fonts.
 *
 * @throws Error while building, for a package that comes without its licence
 */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
      const roots = new Set([...ids.flatMap(findPackage), ...unseen.map(findInstalled)]);
      const texts = [...roots].map(describePackage).toSorted();
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: `${texts.join('\n\n')}\n` });
      this.emitFile({ type: 'asset', fileName: 'assets/OFL.txt', source: readLicence(findInstalled(font)) });
    },
  };
}

/** The folder of the installed package that a module is of; none for our own. */
function findPackage(id: string): string[] {
  const [, root] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
  return root === undefined ? [] : [root];
}

function findInstalled(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}

function describePackage(root: string): string {
  const [, name = ''] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(root) ?? [];
  return `${name}\n${'-'.repeat(name.length)}\n${readLicence(root)}`;
}

function readLicence(root: string): string {
  const files = readdirSync(root).filter((file) => isLicence.test(file));
  if (files.length === 0) throw new Error(`${root} comes without its licence: it cannot be given away in the build.`);
  return files.map((file) => readFileSync(`${root}/${file}`, 'utf8').trim()).join('\n\n');
}
