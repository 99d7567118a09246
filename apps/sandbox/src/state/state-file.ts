import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { World } from '../world.ts';
import { restoreState } from './restore-state.ts';
import { stateShape } from './state-shape.ts';
import { exportState } from './export-state.ts';

const saveMilliseconds = 2000;

/** Keeps a world in a file: read now, saved every two seconds if something changed, and by the returned function. */
export function keepState(world: World, path: string): () => void {
  const saved = read(path);
  const parsed = stateShape.safeParse(saved);
  // With another seed the keys and addresses in the file are not these.
  if (parsed.success && parsed.data.seed === world.config.seed) restoreState(world, parsed.data);
  else if (saved !== undefined)
    console.error(`sandbox: the state in ${path} is of another seed or version; starting anew`);
  let written = '';
  const save = (): void => {
    const text = JSON.stringify(exportState(world));
    if (text === written) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
    written = text;
  };
  world.background.every(saveMilliseconds, save);
  return save;
}

function read(path: string): unknown {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
