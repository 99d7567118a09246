import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { sendPage } from './send-page.ts';

/** The page for people at /. */
export function controlPage(app: FastifyInstance, world: World): void {
  app.get('/', async (_request, reply) =>
    sendPage(reply, {
      title: 'Control',
      firm: 'The outside world',
      script: '/assets/control.js',
      wide: true,
      body: html`<h1>Sandbox</h1>
        <p>${world.productUrl}</p>`,
    }),
  );
}
