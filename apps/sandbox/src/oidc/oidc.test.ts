import { createPublicKey, createVerify, type JsonWebKey } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ productUrl: 'http://shop.example:4000' });
});
afterAll(() => sandbox.close());

const read = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> =>
  schema.parse(await (await fetch(path)).json());
const ask = (body: object) =>
  fetch(`${sandbox.url}/oidc/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a token of the sign-in provider is signed with the key that it publishes, and names its owner and audience', async () => {
  const issuer = `${sandbox.url}/oidc`;
  const described = z.object({ issuer: z.string(), jwks_uri: z.string(), simulated: z.literal(true) });
  const description = await read(`${issuer}/.well-known/openid-configuration`, described);
  expect(description.issuer).toBe(issuer);
  const answer = await ask({ client_id: 'app', nonce: 'n1', email: 'sam@example.com' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const { id_token: token } = z.object({ id_token: z.string() }).parse(await answer.json());
  const [head = '', body = '', signature = ''] = token.split('.');
  const { keys } = await read(description.jwks_uri, z.object({ keys: z.array(z.custom<JsonWebKey>()) }));
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
  expect(
    createVerify('sha256').update(`${head}.${body}`).verify({ key, dsaEncoding: 'ieee-p1363' }, signature, 'base64url'),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
    iss: issuer,
    aud: 'app',
    nonce: 'n1',
    email: 'sam@example.com',
    email_verified: true,
  });
});

test('no token without an address', async () => {
  expect((await ask({ client_id: 'app', nonce: 'n1', email: 'nobody' })).status).toBe(400);
});
