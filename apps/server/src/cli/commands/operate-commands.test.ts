import { expect, describe, test } from 'vitest';
import { commands, usage } from './operate-commands.ts';
import { operatorsCommands } from './run-operators-command.ts';
import { partnersCommands } from './run-partners-command.ts';

/** Commands that change nothing; every other one writes down who did what: operate-changes.db.test.ts. */
const reads = [
  'alarms',
  'find-order',
  'find-address',
  'transfers',
  'payouts',
  'held',
  'kept',
  'cases',
  'chain-holds',
  'support',
];

describe('commands that move money or keys leave a row with a name', () => {
  test('every command that is explained is one, and only those that read need nobody', () => {
    const explained = [...usage.matchAll(/^ {2}([a-z][\w-]*)(?: <[\w|-]+>)* {2,}\S/gm)].map(([, name = '']) => name);
    expect(Object.keys(commands).toSorted()).toEqual(explained.toSorted());
    const silent = Object.entries(commands).filter(([, { role }]) => role === undefined);
    expect(silent.map(([name]) => name).toSorted()).toEqual(reads.toSorted());
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
