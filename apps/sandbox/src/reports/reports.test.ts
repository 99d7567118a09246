import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type RunningSandbox } from '../start-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ productUrl: 'http://shop.example:4000' });
}, 60_000);
afterAll(() => sandbox.close());

const list = z.object({ simulated: z.literal(true), reports: z.array(z.looseObject({ project: z.string() })) });
const send = (body: string) =>
  fetch(`${sandbox.url}/reports/api/1/envelope/?sentry_key=public`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://widget.example' },
    body,
  });

test('C-70 the simulated service takes a report of any page, and lists it', async () => {
  const answer = await send(['{"event_id":"a"}', '{"type":"event"}', '{"event_id":"a","level":"error"}'].join('\n'));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const { reports } = list.parse(await (await fetch(`${sandbox.url}/reports/control`)).json());
  expect(reports).toMatchObject([{ project: '1', event: { event_id: 'a', level: 'error' } }]);
});

test('what is no envelope is refused', async () => {
  for (const body of ['', 'x', '{}\n{}\n{}', '{}\n{"type":"event"}\nnot json'])
    expect((await send(body)).status).toBe(400);
});
