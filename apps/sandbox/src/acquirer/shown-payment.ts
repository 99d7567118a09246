import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { html } from '../web/html.ts';
import { sendPage } from '../web/send-page.ts';
import type { PayFirm } from './pay-firm.ts';
import type { Payment } from './payment.ts';

// Browsers hold a form to form-action on every redirect that follows it, and a shop's return address may lead on to
// a partner's page: only the scheme can be named.
export const anyShop = ['http:', 'https:'];

/** The payment whose page was asked for. */
export function findShown(firm: PayFirm, request: FastifyRequest): Payment | undefined {
  return firm.acquirer.find(z.object({ id: z.string() }).safeParse(request.params).data?.id ?? '');
}

export function sendMissing(reply: FastifyReply, firm: PayFirm): FastifyReply {
  const body = html`<section class="card pay">
    <h1>No such payment</h1>
    <p>The link is wrong or the sandbox was reset.</p>
  </section>`;
  return sendPage(reply.code(404), { title: 'No such payment', firm: firm.title, body });
}
