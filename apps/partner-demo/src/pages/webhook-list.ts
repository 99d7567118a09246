import { webhooks } from '../webhooks.ts';
import { escapeHtml } from './escape-html.ts';

const outcomes = {
  new: 'Taken',
  again: 'Seen before',
  older: 'Older than known',
  refused: 'Refused',
};

/** What Causeway sent to the shop's server, and what the shop did with it. */
export function webhookList(): string {
  if (webhooks.length === 0) return '<p class="none">No notice yet.</p>';
  return `<ol class="notices">${webhooks.map(webhookRow).join('')}</ol>`;
}

function webhookRow(webhook: (typeof webhooks)[number]): string {
  const time = `<time>${webhook.at.toISOString().slice(11, 19)}</time>`;
  const mark = `<span class="mark ${webhook.outcome}">${outcomes[webhook.outcome]}</span>`;
  if (webhook.outcome === 'refused') return `<li><p><b>${escapeHtml(webhook.code)}</b>${mark}</p><p>${time}</p></li>`;
  const { delivery_id: id, version, order } = webhook.event;
  const facts = [
    `order ${order.partner_order_id || order.order_id}`,
    `version ${version}`,
    `${order.payin_amount} ${order.payin_currency} for ${order.payout_amount} ${order.payout_currency}`,
  ];
  return `<li><p><b>${escapeHtml(order.status)}</b>${mark}</p>
<p>${time} · ${facts.map(escapeHtml).join(' · ')}</p>
<details><summary>${escapeHtml(id)}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(webhook.event, undefined, 1))}</pre></details></li>`;
}
