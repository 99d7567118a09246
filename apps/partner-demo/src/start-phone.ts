import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CLIENT_FOLDER } from './client-folder.ts';

/** A running simulated phone. */
export interface Phone {
  url: string;
  close: () => void;
}

const appScript = '/simulated-app.js';
/** Headers of one connection, or of a body that was decompressed on the way. */
const ownHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'host'];

/** Serves the product on a free port as an app's web view shows it: with the app's script before the page's own. */
export async function startPhone(productOrigin: string): Promise<Phone> {
  const script = await readFile(join(CLIENT_FOLDER, 'native-shell.js'));
  const server = createServer((request, response) => {
    if (request.url === appScript)
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    pass(request, response, productOrigin).catch(() => response.writeHead(502).end('The product does not answer.'));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The simulated phone got no port.');
  return {
    url: `http://localhost:${address.port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function pass(request: IncomingMessage, response: ServerResponse, productOrigin: string): Promise<void> {
  const { method = 'GET', url = '' } = request;
  if (!url.startsWith('/')) return void response.writeHead(400).end();
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (!ownHeaders.includes(name) && value !== undefined) headers.set(name, String(value));
  if (headers.has('origin')) headers.set('origin', productOrigin);
  const body = method === 'GET' || method === 'HEAD' ? null : await buffer(request);
  const answer = await fetch(productOrigin + url, { method, headers, body, redirect: 'manual' });
  for (const [name, value] of answer.headers) if (!ownHeaders.includes(name)) response.appendHeader(name, value);
  response.statusCode = answer.status;
  if (answer.headers.get('content-type')?.startsWith('text/html') !== true)
    return void response.end(Buffer.from(await answer.arrayBuffer()));
  response.end((await answer.text()).replace('<head>', `<head><script src="${appScript}"></script>`));
}
