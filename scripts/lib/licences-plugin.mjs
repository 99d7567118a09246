import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const isLicence = /^(?:licen[cs]e|copying|ofl|notice)/i;

/**
 * Writes the licences of everything that a Vite build distributes into `licences.txt`, of workers too. Packages that
 * are in the build without being a module of it are named: symbols drawn into a sprite, fonts.
 *
 * @param {{ root: string; unseen?: readonly string[]; apart?: Readonly<Record<string, string>> }} options `root` is the
 *   folder of the built app; `apart` names files that hold the licence of one package
 * @throws Error while building, for a package that comes without its licence
 */
export function licences({ root, unseen = [], apart = {} }) {
  const places = createRequire(`${root}/package.json`).resolve.paths('one') ?? [];
  const findInstalled = (name) => {
    const found = places.map((place) => `${place}/${name}`).find((folder) => existsSync(folder));
    if (found === undefined) throw new Error(`${name} is not installed.`);
    return found;
  };
  const found = new Set();
  const collect = (bundle) => {
    for (const output of Object.values(bundle))
      for (const id of output.type === 'chunk' ? output.moduleIds : [])
        for (const one of findPackage(id)) found.add(one);
  };
  return {
    plugin: {
      name: 'licences',
      generateBundle(_options, bundle) {
        collect(bundle);
        const texts = [...new Set([...found, ...unseen.map(findInstalled)])].map(describePackage).toSorted();
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source: `${texts.join('\n\n')}\n` });
        for (const [fileName, name] of Object.entries(apart))
          this.emitFile({ type: 'asset', fileName, source: readLicence(findInstalled(name)) });
      },
    },
    /** For builds of workers, whose modules the build around them does not name. */
    workerPlugin: { name: 'licences-of-workers', generateBundle: (_options, bundle) => collect(bundle) },
  };
}

/** The folder of the installed package that a module is of; none for our own. */
function findPackage(id) {
  const [, root] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
  return root === undefined ? [] : [root];
}

function describePackage(root) {
  const [, name = ''] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(root) ?? [];
  return `${name}\n${'-'.repeat(name.length)}\n${readLicence(root)}`;
}

function readLicence(root) {
  const texts = readdirSync(root)
    .filter((file) => isLicence.test(file))
    .map((file) => readFileSync(`${root}/${file}`, 'utf8').trim())
    .filter((text) => text !== '');
  if (texts.length === 0) throw new Error(`${root} comes without its licence: it cannot be given away in the build.`);
  return texts.join('\n\n');
}
