import { notices } from '../notices.ts';
import { escapeHtml } from './escape-html.ts';

const outcomes = {
  new: 'Taken',
  again: 'Seen before',
  older: 'Older than known',
  refused: 'Refused',
};

/** What Causeway sent to the shop's server, and what the shop did with it. */
export function noticeList(): string {
  if (notices.length === 0) return '<p class="none">No notice yet.</p>';
  return `<ol class="notices">${notices.map(noticeRow).join('')}</ol>`;
}

function noticeRow(notice: (typeof notices)[number]): string {
  const time = `<time>${notice.at.toISOString().slice(11, 19)}</time>`;
  const mark = `<span class="mark ${notice.outcome}">${outcomes[notice.outcome]}</span>`;
  if (notice.outcome === 'refused') return `<li><p><b>${escapeHtml(notice.code)}</b>${mark}</p><p>${time}</p></li>`;
  const { delivery_id: id, version, order } = notice.event;
  const facts = [
    `order ${order.partner_order_id || order.order_id}`,
    `version ${version}`,
    `${order.payin_amount} ${order.payin_currency} for ${order.payout_amount} ${order.payout_currency}`,
  ];
  return `<li><p><b>${escapeHtml(order.status)}</b>${mark}</p>
<p>${time} · ${facts.map(escapeHtml).join(' · ')}</p>
<details><summary>${escapeHtml(id)}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(notice.event, undefined, 1))}</pre></details></li>`;
}
