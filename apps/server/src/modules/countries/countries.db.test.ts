import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../app.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
const api = await createApi(world.context);
afterAll(() => api.close());

const country = z.object({
  code: z.string(),
  name: z.string(),
  states: z.array(z.object({ code: z.string(), name: z.string() })),
});
const answer = z.object({ success: z.literal(1), data: z.array(country) });
const ask = async (path: string, language: string) =>
  (await api.inject({ method: 'POST', url: path, headers: { 'accept-language': language } })).json();

describe('C-20 7-40 countries and their states', () => {
  test('a visitor gets every country in the language, with states where an address names one', async () => {
    const { data } = answer.parse(await ask('/data/countries-and-states', 'es'));
    const of = (code: string) => data.find((one) => one.code === code);
    expect(of('DE')).toEqual({ code: 'DE', name: 'Alemania', states: [] });
    expect(of('US')?.states).toHaveLength(51);
    expect(of('US')?.states).toContainEqual({ code: 'CA', name: 'California' });
    expect(of('CA')?.states).toContainEqual({ code: 'QC', name: 'Québec' });
    const codes = data.flatMap(({ code, states }) => states.map((state) => `${code}-${state.code}`));
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('C-19 says of the same countries that they have states', async () => {
    const listed = z.object({ data: z.array(z.object({ code: z.string(), has_states: z.int() })) });
    const { data } = listed.parse(await ask('/data/countries', 'en'));
    const { data: withStates } = answer.parse(await ask('/data/countries-and-states', 'en'));
    expect(data.filter(({ has_states: has }) => has === 1).map(({ code }) => code)).toEqual(
      withStates.filter(({ states }) => states.length > 0).map(({ code }) => code),
    );
  });
});
