import type { Payout, Transfer } from '../bank/shapes.ts';
import type { World } from '../world.ts';
import { callButton, inputField } from './control-form.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

const shown = 8;

/** The bank: money to send in, what came, what went, and what becomes of it. */
export function bankSection(world: World): Html {
  const { bank } = world;
  const transfers = bank.save().transfers.toReversed().slice(0, shown);
  const payouts = bank.listPayouts().slice(0, shown);
  return html`<section class="card" id="bank" aria-labelledby="bank-title">
    <h2 id="bank-title">Bank</h2>
    <div id="bank-account" data-live class="stack">
      <p class="digits">${bank.account.balance} ${bank.account.currency}</p>
      <p class="long">${bank.account.iban}</p>
    </div>
    <form class="line-form" data-call="POST /control/bank/transfers">
      ${inputField({ id: 'bank-iban', label: 'To IBAN', whole: true, name: 'iban', required: true })}
      ${inputField({ id: 'bank-reference', label: 'Reference', whole: true, name: 'reference' })}
      ${inputField({ id: 'bank-amount', label: 'Amount, EUR', name: 'amount', value: '250', required: true })}
      ${inputField({ id: 'bank-sender', label: 'From', name: 'sender_name', value: 'Sandbox Client', required: true })}
      <button type="submit">Transfer</button>
    </form>
    <div id="bank-moves" data-live class="stack">
      ${transfers.length > 0 && html`<h3>Came in</h3>`} ${transfers.map(transferItem)}
      ${payouts.length > 0 && html`<h3>Went out</h3>`} ${payouts.map(payoutItem)}
    </div>
    <div id="bank-mode" data-live class="stack">
      <p class="muted">${modes[bank.mode]}</p>
      <div class="actions">
        ${callButton('Settle pay-outs', 'POST /control/bank/mode', { payouts: 'auto' })}${callButton('Hold pay-outs', 'POST /control/bank/mode', { payouts: 'hold' })}${callButton('Return pay-outs', 'POST /control/bank/mode', { payouts: 'return' })}
      </div>
    </div>
  </section>`;
}

export const modes = {
  auto: 'Pay-outs settle by themselves after three seconds.',
  hold: 'Pay-outs wait until somebody settles them.',
  return: 'Pay-outs come back after three seconds.',
} as const;

function transferItem(transfer: Transfer): Html {
  const isReturned = transfer.returned_amount !== '0.00';
  return html`<article class="item">
    <div class="item-head">
      <h4>${transfer.reference === '' ? 'No reference' : transfer.reference}</h4>
      <span class="pill ${isReturned ? 'bad' : 'ok'}">${isReturned ? 'returned' : 'booked'}</span>
    </div>
    <p class="digits">
      ${transfer.amount} ${transfer.currency} ·
      ${transfer.sender_name}${isReturned && ` · ${transfer.returned_amount} back`}
    </p>
  </article>`;
}

function payoutItem(payout: Payout): Html {
  const path = `POST /control/bank/payouts/${payout.id}`;
  return html`<article class="item">
    <div class="item-head">
      <h4>${payout.reference}</h4>
      <span class="pill ${payout.status === 'returned' ? 'bad' : payout.status === 'settled' ? 'ok' : ''}"
        >${payout.status}</span
      >
    </div>
    <p class="digits">${payout.amount} ${payout.currency} · ${payout.beneficiary_name}</p>
    <p class="long">${payout.iban}</p>
    <div class="actions">
      ${payout.status === 'pending' && callButton('Settle', path, { status: 'settled' }, payout.reference)}${payout.status !== 'returned' && callButton('Return', path, { status: 'returned' }, payout.reference)}
    </div>
  </article>`;
}
