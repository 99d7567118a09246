import { createServer } from 'node:http';
import { runSql } from '@causeway/testing/run-sql';
import type { Stack } from '../stack.ts';

/** A page as one of the other sites serves it. */
export interface HostPage {
  html: string;
  headers?: Readonly<Record<string, string>>;
}

/** Two sites that are not the product: a partner, whose origin is allowed, and another site, whose origin is not. */
export interface Hosts {
  /** Origin of the partner. */
  partner: string;
  partnerKey: string;
  /** Origin of the site that is not allowed. */
  stranger: string;
  /** A site that is not allowed, with a name that begins like the partner's. */
  lookAlike: string;
  /** Serves a page under this path on all of these sites. */
  serve: (path: string, page: HostPage) => void;
  close: () => Promise<void>;
}

/** Opens the sites on a free port and makes the first one a partner of the product. */
export async function openHosts(stack: Stack): Promise<Hosts> {
  const pages = new Map<string, HostPage>();
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://host').pathname);
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(page?.html ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('Expected the sites to have a port.');
  const { port } = address;
  const partner = `http://127.0.0.1:${port}`;
  return {
    partner,
    partnerKey: await addPartner(stack, partner),
    stranger: `http://stranger.test:${port}`,
    lookAlike: `http://127.0.0.1.stranger.test:${port}`,
    serve: (path, page) => void pages.set(path, page),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Makes a partner of a site. @returns its key */
export async function addPartner(stack: Stack, origin: string): Promise<string> {
  const partnerKey = `pk_e2e_${new URL(origin).port}`;
  await runSql(
    stack.databaseUrl,
    `insert into partners (partner_key, name, allowed_origins, is_merchant, is_floating_rate, theme, theme_settings, created_at)
     values ('${partnerKey}', 'Tidal Books', '{${origin}}', false, true, 'light', '{}', now())`,
  );
  return partnerKey;
}
