import { describe, expect, test } from 'vitest';
import { Refusal } from '../errors.ts';
import { UploadGate } from './bind-file.ts';

const client = (id: number) => ({ kind: 'client', clientId: String(id), sessionId: '' }) as const;

/** How many clients of a network, each with one file, get in. */
function fill(gate: UploadGate, ip: (id: number) => string, first: number): (() => void)[] {
  const leaves: (() => void)[] = [];
  for (let id = first; id < first + 100; id += 1)
    try {
      leaves.push(gate.enter(client(id), ip(id)));
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
  return leaves;
}

describe('places for files that are under way', () => {
  test('one network, be it of IPv6, has half of them; two have all; and who leaves makes room', () => {
    const gate = new UploadGate();
    const leaves = fill(gate, (id) => `2001:db8::${id}`, 0);
    expect(leaves).toHaveLength(30);
    expect(fill(gate, () => '203.0.113.9', 200)).toHaveLength(30);
    expect(fill(gate, (id) => `198.51.100.${id - 300}`, 300)).toHaveLength(0);
    leaves[0]?.();
    expect(fill(gate, (id) => `198.51.100.${id - 400}`, 400)).toHaveLength(1);
  });

  test('a client has four, from wherever', () => {
    const gate = new UploadGate();
    for (let file = 0; file < 4; file += 1) gate.enter(client(1), `198.51.100.${file}`);
    expect(() => gate.enter(client(1), '203.0.113.1')).toThrow(Refusal);
  });
});
