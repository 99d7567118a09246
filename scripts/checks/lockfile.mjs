/** The lockfile names versions and hashes, and no registry: the machine decides it. */
export function checkLockfile(text) {
  const { packages } = JSON.parse(text);
  const entries = Object.entries(packages);
  const faults = entries
    .filter(([, entry]) => /^https?:/.test(entry.resolved ?? ''))
    .map(([path, entry]) => `${path} is resolved to ${new URL(entry.resolved).host}`);
  const loose = entries
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([path, entry]) =>
      Object.entries({ ...entry.dependencies, ...entry.devDependencies })
        .filter(([, version]) => !/^(?:npm:[@\w/-]+@)?\d/.test(version))
        .map(([name, version]) => `${path || 'the root'} does not pin ${name}: ${version}`),
    );
  // npm leaves out what the registry lacked when the file was written, and then refuses to install from it.
  const missing = entries.flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isListed(packages, path, name))
      .map((name) => `${path} needs ${name}, which the lockfile lacks: npm ci refuses it`),
  );
  return { faults: [...faults, ...loose, ...missing], note: `${entries.length} packages` };
}

/** Looks in the folders that Node would: beside the package, then further up. */
function isListed(packages, path, name) {
  if (packages[`${path}/node_modules/${name}`] !== undefined) return true;
  if (path === '') return packages[`node_modules/${name}`] !== undefined;
  const above = path.lastIndexOf('/node_modules/');
  return isListed(packages, above === -1 ? '' : path.slice(0, above), name);
}
