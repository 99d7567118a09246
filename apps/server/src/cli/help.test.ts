import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let turn = 0;

/**
 * Runs a program as a person at the command line does, but in this process, which loads what the programs share once.
 * There is no database: what is wrongly written needs none.
 */
async function run(program: string, ...given: readonly string[]) {
  const written = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((written.out += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((written.err += String(text))));
  process.argv = ['node', program, ...given];
  process.exitCode = 0;
  try {
    // Under a name of its own, so that the program itself runs again.
    turn += 1;
    const { href } = new URL(`${program}.ts?run=${turn}`, import.meta.url);
    await import(href);
    return { code: process.exitCode, out: written.out.split('\n'), err: written.err.split('\n') };
  } finally {
    vi.restoreAllMocks();
  }
}

const { argv, exitCode } = process;
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
});
afterEach(() => {
  vi.unstubAllEnvs();
  Object.assign(process, { argv, exitCode });
});

/** Of each program a command without what it takes, and what is then said of it. */
const short: Readonly<Record<string, { given: readonly string[]; said: readonly RegExp[] }>> = {
  operate: { given: ['find-order'], said: [/^find-order takes <number>\.$/, /^ {2}find-order <number> {2,}the order/] },
  partners: { given: ['show'], said: [/^show takes <partner key>\.$/, /^ {2}show <partner key>$/] },
  operators: { given: ['end'], said: [/^end takes <name>\.$/, /^ {2}end <name> {2,}has left/] },
  months: {
    given: ['archive', '2025-01'],
    said: [/^archive takes <month> <folder>\.$/, /^ {2}archive <month> <folder>/],
  },
  records: { given: ['agreed'], said: [/^agreed takes <client>\.$/, /^ {2}agreed <client> --by <name>/] },
};

describe.each(Object.entries(short))('%s', { timeout: 60_000 }, (program, { given, said }) => {
  test('prints its help where it is asked for', async () => {
    const { code, out, err } = await run(program, '--help');
    expect([code, err]).toEqual([0, ['']]);
    expect(out.length).toBeGreaterThan(3);
    const [name = ''] = given;
    expect(out.some((line) => line.startsWith(`  ${name} `))).toBe(true);
  });

  test('says what is wrong in its first line, and where the commands are', async () => {
    const unknown = ['There is no command bogus.', '--help lists all commands.', ''];
    expect(await run(program, 'bogus')).toEqual({ code: 1, out: [''], err: unknown });
    const { code, out, err } = await run(program, ...given);
    expect([code, out]).toEqual([1, ['']]);
    expect(err).toEqual([...said.map((line) => expect.stringMatching(line)), '--help lists all commands.', '']);
  });
});
