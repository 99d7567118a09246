import type { Rolldown } from 'vite';

type FindModule = Rolldown.ChunkingContext['getModuleInfo'];

/** Everything that a module needs before it runs, itself included. */
function needsOf(id: string, find: FindModule, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const needed of find(id)?.importedIds ?? []) needsOf(needed, find, found);
  return found;
}

/** Loaded with every page, whether shared or not. */
const always = '/app/late-parts.tsx';
/** With all of its own in the shared file: one request less beside each step, of the six that go at once. */
const whole = [always, '/create-moves.ts'];

/** What late parts share, from the smallest need to the largest: few files, instead of one for every combination. */
const sharedFiles = [
  ['late-parts', [always]],
  ['sheets', ['/currency-picker.tsx', '/app-menu.tsx', '/explain-sheet.tsx', '/coupon-form.tsx', '/support-form.tsx']],
  ['steps', ['/auth-view.tsx', '/verification-view.tsx', '/address-view.tsx', '/order-view.tsx', '/create-moves.ts']],
] as const;
const rest = ['cabinet'] as const;

/**
 * Names the file of each module that several late ones need, or undefined. Those of the first screen stay in its
 * script; each file needs nothing but those before it in the list, so that none waits for a circle of others.
 */
export function nameSharedFiles(entry: string): Rolldown.CodeSplittingNameFunction {
  let names: Map<string, string> | undefined;
  return (id, context) => (names ??= gather(entry, (asked) => context.getModuleInfo(asked))).get(id) ?? null;
}

function gather(entry: string, find: FindModule): Map<string, string> {
  const initial = needsOf(entry, find);
  const users = new Map<string, string[]>();
  for (const start of findLate(entry, find))
    for (const id of needsOf(start, find)) if (!initial.has(id)) users.set(id, [...(users.get(id) ?? []), start]);
  const names = new Map<string, string>();
  for (const [id, starts] of users) {
    const [name] =
      sharedFiles.find(([, ends]) => ends.some((end) => starts.some((start) => start.endsWith(end)))) ?? rest;
    if (starts.length > 1 || starts.some((start) => whole.some((end) => start.endsWith(end)))) names.set(id, name);
  }
  return names;
}

/** The modules that the application fetches when it needs them. What a library fetches itself is a part of its file. */
function findLate(entry: string, find: FindModule): Set<string> {
  const late = new Set<string>();
  const all = needsOf(entry, find);
  // Grows while it is walked.
  for (const id of all)
    for (const start of find(id)?.dynamicallyImportedIds ?? []) {
      if (!id.includes('/node_modules/')) late.add(start);
      needsOf(start, find, all);
    }
  return late;
}
