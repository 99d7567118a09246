import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { anyShop } from '../acquirer/pages/shown-payment.ts';
import { html } from '../web/html.ts';
import { read } from '../web/read.ts';
import { sendPage } from '../web/send-page.ts';
import { papers, type Applicant } from './applicant.ts';
import type { IdentityCheck } from './identity-check.ts';

const decision = papers.extend({
  outcome: z.enum(['approved', 'retry', 'rejected', 'pending']),
  reason: z.string().max(500).default(''),
});
const labelOf = { approved: [], pending: [], retry: ['UNSATISFACTORY_PHOTOS'], rejected: ['FORGERY'] };
const provider = 'Identity check';
const formId = 'check';

/** The hosted page on which a tester plays the person and the provider. It works without JavaScript. */
export function identityPages(app: FastifyInstance, check: IdentityCheck): void {
  app.get('/check/:token', async (request, reply) => show(reply, find(check, request)));
  app.post('/check/:token', async (request, reply) => {
    const found = find(check, request);
    if (found === undefined || isFinal(found)) return show(reply, found);
    const { outcome, reason, ...read_ } = read(decision, request.body);
    check.review(found, { outcome, comment: reason, labels: labelOf[outcome], papers: read_ }, 1);
    return found.return_url === '' ? show(reply, found) : reply.redirect(found.return_url, 303);
  });
}

function find(check: IdentityCheck, request: FastifyRequest): Applicant | undefined {
  return check.ofPage(read(z.object({ token: z.string() }), request.params).token);
}

function isFinal({ outcome }: Applicant): boolean {
  return outcome !== 'init' && outcome !== 'retry';
}

function show(reply: FastifyReply, found: Applicant | undefined): FastifyReply {
  const page = { title: 'Who are you?', provider, isFramable: true, formTargets: anyShop };
  if (found === undefined || found.deleted)
    return sendPage(reply.code(404), { ...page, body: html`<h1>This link is no longer valid</h1>` });
  if (isFinal(found))
    return sendPage(reply, {
      ...page,
      body: html`<h1>Thank you</h1>
        <p>${found.outcome === 'pending' ? 'We are looking at your papers.' : 'We have looked at your papers.'}</p>`,
    });
  return sendPage(reply, { ...page, body: formBody(found) });
}

function formBody({ outcome, comment, return_url: back }: Applicant) {
  return html`<h1>Who are you?</h1>
    ${outcome === 'retry' && html`<p class="muted">Asked again: ${comment}</p>`}
    <form method="post" id="${formId}" class="stack">
      <details>
        <summary>What the papers say</summary>
        ${field('first_name', 'First name')} ${field('last_name', 'Last name')} ${field('birthday', 'Birthday')}
        ${field('document_number', 'Document number')}
      </details>
      ${field('reason', 'Reason')}
      <div class="stack">
        <button name="outcome" value="approved">Approve</button>
        <button name="outcome" value="retry">Ask again</button>
        <button name="outcome" value="rejected">Reject</button>
        <button name="outcome" value="pending">Send and wait</button>
      </div>
    </form>
    ${back !== '' && html`<p><a href="${back}">Leave</a></p>`}`;
}

function field(name: string, label: string) {
  return html`<div class="field">
    <label for="${name}">${label}</label><input id="${name}" name="${name}" autocomplete="off" />
  </div>`;
}
