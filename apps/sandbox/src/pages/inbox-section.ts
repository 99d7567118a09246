import type { World } from '../world.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

const shown = 20;

/** Mail and text messages, newest first. */
export function inboxSection(world: World): Html {
  const messages = world.inbox.list();
  return html`<section class="card" id="inbox" data-live aria-labelledby="inbox-title">
    <h2 id="inbox-title">Inbox</h2>
    ${messages.length === 0 && html`<p class="muted">No mail and no text message yet.</p>`}
    ${messages.slice(0, shown).map(
      (message) =>
        html`<article class="item">
          <div class="item-head">
            <h3>${message.subject || 'Text message'}</h3>
            ${message.code !== null && html`<span class="pill ok digits">Code ${message.code}</span>`}
          </div>
          <p class="muted">${message.kind === 'mail' ? 'Mail' : 'SMS'} to ${message.to} · ${time(message.at)}</p>
          <pre>${message.text}</pre>
        </article>`,
    )}
  </section>`;
}

function time(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}
