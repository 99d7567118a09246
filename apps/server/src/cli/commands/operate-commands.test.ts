import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, describe, test } from 'vitest';
import { commands, usage } from './operate-commands.ts';
import { operatorsCommands } from './run-operators-command.ts';
import { partnersCommands } from './run-partners-command.ts';

const source = readFileSync(join(import.meta.dirname, 'operate-commands.ts'), 'utf8');
const room = join(import.meta.dirname, '../../modules/operating');
const files = readdirSync(room).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));

/** Commands that change nothing; every other one writes down who did what. */
const reads = ['alarms', 'find-order', 'find-address', 'transfers', 'payouts', 'held', 'kept', 'cases', 'chain-holds'];

/** Commands about money that one person gives, with the reason. */
const byOnePerson: Readonly<Record<string, string>> = {
  'clear-alarm': 'moves nothing',
  return: 'back to where it came from',
  stop: 'moves nothing',
  'recover-addresses': 'moves nothing',
  'give-back': 'back to where it came from',
  'trust-clock': 'moves nothing, and names no price',
};

const bodies = new Map(
  [...source.matchAll(/^ {2}'?([\w-]+)'?: change\(([\s\S]*?)(?=^ {2}'?[\w-]+'?: |^\};)/gm)].map(
    ([, name = '', body = '']) => [name, body],
  ),
);
const changes = Object.entries(commands).filter(([, { role }]) => role !== undefined);

/** The text of an exported use case of the operators' room, up to the next one, with the helpers of its file. */
function findUseCase(command: string): { own: string; file: string } {
  const name = /\b(\w+)\(context, \{[^}]*\boperator\b/.exec(bodies.get(command) ?? '')?.[1] ?? '';
  expect(name, command).not.toBe('');
  const texts = files.map((file) => readFileSync(join(room, file), 'utf8'));
  const file = texts.find((text) => text.includes(`export async function ${name}(`)) ?? '';
  const own = file.slice(file.indexOf(`export async function ${name}(`));
  const end = own.indexOf('\n}\n');
  return { own: end === -1 ? own : own.slice(0, end), file };
}

describe('commands that move money or keys leave a row with a name', () => {
  test('every command that is explained is one, and only those that read need nobody', () => {
    const explained = [...usage.matchAll(/^ {2}([a-z][\w-]*)(?: <[\w|-]+>)* {2,}\S/gm)].map(([, name = '']) => name);
    expect(Object.keys(commands).toSorted()).toEqual(explained.toSorted());
    const silent = Object.entries(commands).filter(([, { role }]) => role === undefined);
    expect(silent.map(([name]) => name).toSorted()).toEqual(reads.toSorted());
  });

  test.each(changes.map(([name]) => name))('%s', (name) => {
    expect(findUseCase(name).file).toContain('recordAction(');
  });

  test('a command about partners has an action and a role, or only reads', () => {
    const silent = Object.entries(partnersCommands).filter(([, { action }]) => action === undefined);
    expect(silent.map(([name]) => name).toSorted()).toEqual(['deliveries', 'fees', 'list', 'show']);
    for (const [name, { action, role }] of Object.entries(partnersCommands))
      expect(role !== undefined, name).toBe(action !== undefined);
  });

  test('a command about operators and settings needs who gives roles, or who sets them', () => {
    const roles = Object.entries(operatorsCommands).map(([name, { role }]) => [name, role]);
    expect(Object.fromEntries(roles)).toEqual({
      add: 'operators',
      roles: 'operators',
      'new-key': 'operators',
      end: 'operators',
      'set-referrals': 'settings',
    });
  });
});

describe('money that is released by hand takes a second person above what one releases alone', () => {
  test.each(changes.filter(([, { role }]) => role === 'money').map(([name]) => name))('%s', (name) => {
    const isAsked = /\bask(SecondPerson|First)\(/.test(findUseCase(name).own);
    expect(isAsked).toBe(byOnePerson[name] === undefined);
  });
});
