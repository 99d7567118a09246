/** Most files of each walk, in the order of the page; a limit only ever goes down. */
const limits = [24, 20, 20];
const below = ['', 'apps/server/src/modules/', 'apps/widget/src/'];

/**
 * The walks of ARCHITECTURE.md: each heading counts the files below it, each file is there and is named once, and no
 * walk is longer than its limit.
 */
export function checkWalks(page, paths, most = limits) {
  const known = new Set(paths);
  const walks = page.split('\n### ').slice(1);
  const faults = walks.flatMap((walk, at) => {
    const [, title, count] = /^(.*): (\d+) files\n/.exec(walk) ?? [];
    const names = [...walk.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name]) => name);
    return [
      ...(Number(count) === names.length ? [] : [`“${title}” says ${count} files and names ${names.length}`]),
      ...(names.length <= most[at] ? [] : [`“${title}” takes ${names.length} files, ${most[at]} at most`]),
      ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `“${title}” names ${name} twice`),
      ...names
        .filter((name) => !below.some((folder) => known.has(folder + name)))
        .map((name) => `“${title}” names ${name}, which is not there`),
    ];
  });
  const missing = walks.length === most.length ? [] : [`${walks.length} walks in ARCHITECTURE.md, not ${most.length}`];
  return { faults: [...missing, ...faults], note: `${walks.length} walks` };
}
