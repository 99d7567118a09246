import { readFileSync } from 'node:fs';

const parent = process.ppid;
// npm runs scripts through a shell, which outlives a killed npm: then the shell's own parent shows whether npm lives.
const shellsParent = process.env.npm_lifecycle_event !== undefined && isShell(parent) ? parentOf(parent) : undefined;

/** Whether the process that started this one still runs. */
export function isParentAlive() {
  return process.ppid === parent && (shellsParent === undefined || parentOf(parent) === shellsParent);
}

function isShell(pid) {
  return /^(?:sh|dash|bash|ash)$/.test(readStatus(pid)?.name ?? '');
}

function parentOf(pid) {
  return readStatus(pid)?.parent;
}

/** Linux has it in /proc; elsewhere only the direct parent is watched. */
function readStatus(pid) {
  try {
    const found = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return found === null ? undefined : { name: found[1], parent: Number(found[2]) };
  } catch {
    return undefined;
  }
}
