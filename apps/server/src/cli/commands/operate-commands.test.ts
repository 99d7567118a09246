import { readFileSync, readdirSync } from 'node:fs';
import { expect, describe, test } from 'vitest';
import { explainError, requireUse } from '../run-program.ts';
import { commands, table, usage } from './operate-commands.ts';
import { operatorsCommands } from './run-operators-command.ts';
import { partnersCommands } from './run-partners-command.ts';

/** Commands that change nothing and show nothing personal; every other one leaves a row: operate-changes.db.test.ts. */
const reads = ['alarms', 'find-order', 'payouts', 'held', 'kept', 'cases', 'chain-holds', 'support', 'unknown-coins'];

/** Files of the command line that ask for no operator. */
const asksForNoName: Readonly<Record<string, string>> = {
  'check-config.ts': 'reads the settings',
  'make-push-key.ts': 'draws a key and keeps it nowhere',
  'migrate.ts': 'needs the role that owns the tables, and has nothing to choose',
  'print-wallet-address.ts': 'reads the settings',
  'run-program.ts': 'is a part of the others',
};

/** Programs that print nothing that others wrote. */
const printsOwn = ['check-config.ts', 'make-push-key.ts', 'migrate.ts', 'print-wallet-address.ts'];

describe('what a stranger wrote does nothing to the terminal of an operator', () => {
  const forged = 'x\n\u001b[8A\r\u001b[Jfrom  client@example.com\r\nclient  the own\u202e\u2066\u009b2J\u0007';

  test('a value of many lines is no row, and its controls are signs', () => {
    const [, ...more] = table([
      ['from', 'mallory@evil.example'],
      ['message', forged],
    ]).split('\n');
    expect(more).toHaveLength(3);
    expect(more[0]).toBe('message  x');
    for (const line of more.slice(1)) expect(line).toMatch(/^ {2}\| [^\p{C}]*$/u);
    expect(explainError(new Error(forged))).toMatch(/^[^\p{C}]+\n[^\p{C}]+\n[^\p{C}]+$/u);
  });

  test('every program that prints what others wrote cleans it where it is printed', () => {
    const folder = new URL('../', import.meta.url);
    const programs = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name) && !printsOwn.includes(name));
    const printed = programs.flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\.std(?:out|err)\.write\(\s*(.*)/g)].map(
        ([, what = '']) => what,
      ),
    );
    expect(printed).toHaveLength(2);
    expect(printed.filter((what) => !/^`\$\{(?:forTerminal|explainError)\(/.test(what))).toEqual([]);
  });
});

describe('commands that move money or keys leave a row with a name', () => {
  test('every command that the help explains exists, and only commands that read need no operator', () => {
    const explained = [...usage.matchAll(/^ {2}([a-z][\w-]*)(?: <[\w|-]+>)* {2,}\S/gm)].map(([, name = '']) => name);
    expect(Object.keys(commands).toSorted()).toEqual(explained.toSorted());
    const silent = Object.entries(commands).filter(([, { role }]) => role === undefined);
    expect(silent.map(([name]) => name).toSorted()).toEqual(reads.toSorted());
  });

  test('every command takes as many values as the help names, and says so of any other number', () => {
    for (const [name, { takes }] of Object.entries(commands)) {
      const given = [name, ...Array.from({ length: takes }, () => 'x')];
      expect(() => requireUse(usage, given), name).not.toThrow();
      expect(() => requireUse(usage, [...given, 'x']), name).toThrow(`${name} takes `);
      if (takes > 0) expect(() => requireUse(usage, given.slice(1).with(0, name)), name).toThrow(`${name} takes <`);
    }
  });

  test('every program of the command line asks for an operator, or says why it needs none', () => {
    const folder = new URL('../', import.meta.url);
    const asks = /actAsOperator\(|runPartnersCommand\(|runOperatorsCommand\(/;
    const silent = readdirSync(folder).filter(
      (name) => /(?<!\.test)\.ts$/.test(name) && !asks.test(readFileSync(new URL(name, folder), 'utf8')),
    );
    expect(silent.toSorted()).toEqual(Object.keys(asksForNoName).toSorted());
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
      'end-forgotten': 'operators',
      'set-referrals': 'settings',
    });
  });
});
