import { generateKeyPairSync } from 'node:crypto';

// Prints PUSH_KEYS with a new key first: browsers subscribe with it, and those that subscribed before keep theirs.
const { d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
const known = (process.env['PUSH_KEYS'] ?? '').split(',').filter((key) => key !== '');
process.stdout.write(`PUSH_KEYS=${[d, ...known].join(',')}\n`);
