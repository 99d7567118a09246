import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Fault } from './step.mjs';

/** The ports of this installation, by the variable that moves each. */
export function readPorts(env) {
  const ports = {
    PORT: readPort(env, 'PORT', 4000),
    SANDBOX_PORT: readPort(env, 'SANDBOX_PORT', 4001),
    PARTNER_DEMO_PORT: readPort(env, 'PARTNER_DEMO_PORT', 4002),
    SANDBOX_SMTP_PORT: readPort(env, 'SANDBOX_SMTP_PORT', 4025),
  };
  const names = Object.keys(ports);
  for (const name of names) {
    const twin = names.find((other) => other !== name && ports[other] === ports[name]);
    if (twin !== undefined)
      throw new Fault(`${name} and ${twin} are both ${ports[name]}; every program needs a port of its own.`);
  }
  return ports;
}

function readPort(env, name, fallback) {
  const text = env[name] ?? '';
  if (text === '') return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Fault(`${name} must be a whole number from 1 to 65535, not "${text}".`);
}

/** Makes sure nothing listens on the ports. @param patienceMs how long a predecessor may take to release them */
export async function requireFree(ports, patienceMs) {
  const deadline = Date.now() + patienceMs;
  for (const [name, port] of Object.entries(ports)) {
    while (!(await isFree(port))) {
      if (Date.now() > deadline)
        throw new Fault(`The port ${port} is taken. Stop what uses it, or set ${name} to another one.`);
      await sleep(100);
    }
  }
}

async function isFree(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
