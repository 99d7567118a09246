import { readdir, readFile } from 'node:fs/promises';

/** Ticks of the kernel's clock in a second, the same on every Linux that people run. */
const ticksPerSecond = 100;

/** CPU seconds that processes have used so far, by the name they are watched under. */
export type CpuTimes = Readonly<Record<string, number>>;

/** Reads the CPU time of processes and everything that they started. Empty where the system does not report it. */
export async function readCpuTimes(roots: Readonly<Record<string, number>>): Promise<CpuTimes> {
  const all = await readProcesses();
  return Object.fromEntries(
    Object.entries(roots).map(([name, pid]) => [name, sumOf(all, pid) / ticksPerSecond] as const),
  );
}

interface ProcessTime {
  parent: number;
  ticks: number;
}

function sumOf(all: ReadonlyMap<number, ProcessTime>, pid: number): number {
  const own = all.get(pid)?.ticks ?? 0;
  const children = [...all].filter(([, { parent }]) => parent === pid);
  return children.reduce((sum, [child]) => sum + sumOf(all, child), own);
}

async function readProcesses(): Promise<Map<number, ProcessTime>> {
  const found = new Map<number, ProcessTime>();
  const names = await readdir('/proc').catch(() => []);
  await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
        // The program's name is in brackets and may contain blanks.
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
        const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14].map((at) =>
          Number(fields[at]),
        );
        if (parent === undefined || user === undefined || system === undefined) return;
        // The time of ended children counts too: PostgreSQL starts and ends processes as it goes.
        found.set(Number(name), { parent, ticks: user + system + (childrenUser ?? 0) + (childrenSystem ?? 0) });
      }),
  );
  return found;
}
