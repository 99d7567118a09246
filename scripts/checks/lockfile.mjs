/** The lockfile names versions and hashes and leaves the registry to the machine. */
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
  return { faults: [...faults, ...loose], note: `${entries.length} packages` };
}
