const migration = /^apps\/server\/(?:src\/)?migrations\/(\d{4})-[a-z0-9-]+\.sql$/;

/** Migrations are numbered from 1 without gaps and say on their first line what they are for. */
export function checkMigrations(files) {
  const found = files
    .filter(({ path }) => /\/migrations\/[^/]+\.sql$/.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const faults = found.flatMap(({ path, text }, index) => {
    const number = migration.exec(path)?.[1];
    if (number === undefined) return [`${path} is not named NNNN-what-it-does.sql`];
    return [
      ...(Number(number) === index + 1 ? [] : [`${path} should have the number ${String(index + 1).padStart(4, '0')}`]),
      ...(/^-- \S/.test(text) ? [] : [`${path} does not say on its first line what it is for`]),
    ];
  });
  return { faults: found.length === 0 ? ['there are no migrations'] : faults, note: `${found.length} migrations` };
}
