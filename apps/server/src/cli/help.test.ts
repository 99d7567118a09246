import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Runs a program as a person at the command line does, without a database: what is wrongly written needs none. */
function run(program: string, ...given: readonly string[]) {
  const entry = fileURLToPath(new URL(`${program}.ts`, import.meta.url));
  const env = { PATH: process.env['PATH'], DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const options = { encoding: 'utf8', env } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=source', entry, ...given], options);
  return { code: status, out: stdout.split('\n'), err: stderr.split('\n') };
}

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

describe.each(Object.entries(short))('%s', { timeout: 120_000 }, (program, { given, said }) => {
  test('prints its help where it is asked for', () => {
    const { code, out, err } = run(program, '--help');
    expect([code, err]).toEqual([0, ['']]);
    expect(out.length).toBeGreaterThan(3);
    const [name = ''] = given;
    expect(out.some((line) => line.startsWith(`  ${name} `))).toBe(true);
  });

  test('says what is wrong in its first line, and where the commands are', () => {
    const unknown = ['There is no command bogus.', '--help lists all commands.', ''];
    expect(run(program, 'bogus')).toEqual({ code: 1, out: [''], err: unknown });
    const { code, out, err } = run(program, ...given);
    expect([code, out]).toEqual([1, ['']]);
    expect(err).toEqual([...said.map((line) => expect.stringMatching(line)), '--help lists all commands.', '']);
  });
});
