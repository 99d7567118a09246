import { createServer } from 'node:http';
import { once } from 'node:events';
import { findFreePort } from '@causeway/testing/free-port';

export interface HalvedSite {
  url: string;
  /** Sends the second half of each page. */
  release: () => void;
  close: () => void;
}

/** The product behind a network so slow that a page stops in the middle of its boot data until it is released. */
export async function serveInHalves(product: string): Promise<HalvedSite> {
  const released = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(new URL(request.url ?? '/', product), {
        headers: { accept: request.headers.accept ?? '*/*' },
      });
      const body = Buffer.from(await answer.arrayBuffer());
      for (const [name, value] of answer.headers)
        if (!['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(name))
          response.setHeader(name, value);
      response.statusCode = answer.status;
      const middle = body.indexOf('id="boot"') + 400;
      if (middle < 400) return response.end(body);
      response.write(body.subarray(0, middle));
      await released.promise;
      return response.end(body.subarray(middle));
    })();
  });
  const port = await findFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}/`,
    release: () => released.resolve(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
