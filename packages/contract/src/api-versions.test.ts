import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeApi } from './api-description.ts';
import { apiVersion, apiVersions, versionHeaders } from './api-versions.ts';
import { allCalls } from './calls/all-calls.ts';

const root = new URL('../../../', import.meta.url);
const schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  type: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
});

/** Each field of a shape on a line of its own: path, kind, and whether it must be there. */
function linesOf(found: unknown, path: string, isAsked: boolean): string[] {
  const { properties = {}, required = [], items, anyOf, type, enum: values } = schema.parse(found ?? {});
  const inside = Object.entries(properties).flatMap(([name, value]) => {
    const mark = isAsked ? (required.includes(name) ? ' required' : '') : required.includes(name) ? '' : ' optional';
    const [own = '', ...deeper] = linesOf(value, `${path}.${name}`, isAsked);
    return [`${own}${mark}`, ...deeper];
  });
  // Codes of errors are those of the whole product: any may come.
  const listed = /\.(?:error|code)$/.test(path) ? [] : (values ?? []);
  const kinds = listed.map((value) => `${path} may be ${JSON.stringify(value)}`);
  const more = items === undefined ? [] : linesOf(items, `${path}[]`, isAsked);
  const others = (anyOf ?? []).flatMap((one) => linesOf(one, path, isAsked));
  return [`${path}: ${typeof type === 'string' ? type : 'one of several'}`, ...kinds, ...inside, ...more, ...others];
}

const partnerCalls = allCalls.filter(({ access }) => access === 'partner');
const wire = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean(), schema })),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) }).optional(),
  responses: z.looseObject({
    200: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) }),
  }),
});

/** What partners rely on, as lines. */
function surface(): string[] {
  const api = wire.parse(describeApi(partnerCalls, { title: '', version: '', url: 'https://pay.example' }));
  return partnerCalls.flatMap((call) => {
    const name = `${call.method} ${call.path}`;
    const { parameters, requestBody, responses } = operation.parse(api.paths[call.path]?.[call.method.toLowerCase()]);
    const asked = parameters
      .filter((one) => one.in !== 'header')
      .map((one) => `${name} asks ${one.name}: ${String(one.schema.type)}${one.required ? ' required' : ''}`);
    const bodies = Object.values(requestBody?.content ?? {});
    const answers = Object.values(responses[200].content);
    return [
      ...asked,
      ...bodies.flatMap((one) => linesOf(one.schema, `${name} asks`, true)),
      ...answers.flatMap((one) => linesOf(one.schema, `${name} answers`, false)),
    ];
  });
}

const promised = readFileSync(new URL(`packages/contract/versions/${apiVersion}.txt`, root), 'utf8')
  .trim()
  .split('\n');

describe('a version of the API only grows', () => {
  test('whatever it has promised is still there, as it was', () => {
    const now = new Set(surface());
    expect(promised.length).toBeGreaterThan(50);
    expect(promised.filter((line) => !now.has(line))).toEqual([]);
  });

  test('and nothing more must be sent', () => {
    const known = new Set(promised);
    expect(surface().filter((line) => line.endsWith(' required') && !known.has(line))).toEqual([]);
  });

  test('each version has its chapter in the manual, the newest first', () => {
    const page = readFileSync(new URL('docs/api-versions.md', root), 'utf8');
    expect([...page.matchAll(/^## (\d{4}-\d\d-\d\d)$/gm)].map(([, date]) => date)).toEqual([...apiVersions]);
    expect([...apiVersions].toSorted().toReversed()).toEqual([...apiVersions]);
  });
});

describe('a call that will end', () => {
  const deprecated = { since: '2027-01-01', until: '2027-07-01', instead: 'Ask for the other one.' };

  test('says so in each answer and in the description', () => {
    expect(versionHeaders({ access: 'client', deprecated })).toEqual({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    });
    const [call] = partnerCalls;
    if (call === undefined) throw new Error('There is no call for partners.');
    const described = describeApi([{ ...call, deprecated }], { title: '', version: '', url: '' });
    const text = JSON.stringify(wire.parse(described).paths[call.path]);
    expect(text).toContain('"deprecated":true');
    expect(text).toContain('Ends on 2027-07-01. Ask for the other one.');
  });

  test('gives half a year at least', () => {
    for (const call of allCalls) {
      if (call.deprecated === undefined) continue;
      const days = (Date.parse(call.deprecated.until) - Date.parse(call.deprecated.since)) / 86_400_000;
      expect(days, call.name).toBeGreaterThanOrEqual(182);
    }
  });

  test('all others name the version to partners alone', () => {
    expect(versionHeaders({ access: 'partner' })).toEqual({ 'causeway-version': apiVersion });
    expect(versionHeaders({ access: 'client' })).toEqual({});
  });
});
