import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, describe, test } from 'vitest';
import { partnersCommands } from './run-partners-command.ts';

const source = readFileSync(join(import.meta.dirname, 'operate.ts'), 'utf8');
const room = join(import.meta.dirname, '../modules/operating');
const files = readdirSync(room).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));

/** Commands that change nothing; every other one writes down who did what. */
const reads = ['alarms', 'transfers', 'payouts', 'held', 'kept', 'cases', 'chain-holds'];

/** Each command with the text of what it runs. */
const commands = [
  ...source.matchAll(/^ {2}'?([\w-]+)'?: (change\(|\{\n)([\s\S]*?)(?=^ {2}'?[\w-]+'?: (?:change\(|\{\n)|^\};)/gm),
].map(([, name = '', kind = '', body = '']) => ({ name, isChange: kind === 'change(', body }));

/** The text of an exported use case of the operators' room, with the helpers of its file. */
function findUseCase(name: string): string {
  const texts = files.map((file) => readFileSync(join(room, file), 'utf8'));
  return texts.find((text) => text.includes(`export async function ${name}(`)) ?? '';
}

describe('commands that move money or keys leave a row with a name', () => {
  test('every command that is explained is one, and only those that read change nothing', () => {
    const explained = [...source.matchAll(/^ {2}([a-z][\w-]*)(?: <[\w-]+>)* {2,}\S/gm)].map(([, name = '']) => name);
    expect(commands.map(({ name }) => name).toSorted()).toEqual(explained.toSorted());
    expect(
      commands
        .filter(({ isChange }) => !isChange)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(reads.toSorted());
  });

  test.each(commands.filter(({ isChange }) => isChange))('$name', ({ body }) => {
    const useCase = /\b(\w+)\(context, \{[^}]*\boperator\b/.exec(body)?.[1] ?? '';
    expect(useCase).not.toBe('');
    expect(findUseCase(useCase)).toContain('recordAction(');
  });

  test('a command about partners has an action, or only reads', () => {
    const silent = Object.entries(partnersCommands).filter(([, { action }]) => action === undefined);
    expect(silent.map(([name]) => name).toSorted()).toEqual(['deliveries', 'fees', 'list', 'show']);
  });
});
