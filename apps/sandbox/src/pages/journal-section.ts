import type { JournalRow } from '../journal.ts';
import type { World } from '../world.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

/** What really happened outside, which the ledger must agree with. */
export function journalSection(world: World): Html {
  const { journal } = world;
  const kinds: [string, readonly (JournalRow & { dropped?: boolean; confirmed?: boolean })[]][] = [
    ['Card payments', journal.card_payments],
    ['Card refunds', journal.card_refunds],
    ['Card pay-outs', journal.card_payouts],
    ['Card pay-outs sent back', journal.card_payout_returns],
    ['Bank in', journal.bank_in],
    ['Bank out', journal.bank_out],
    ['Coins in', journal.chain_in],
    ['Coins out', journal.chain_out],
  ];
  const filled = kinds.filter(([, rows]) => rows.length > 0);
  return html`<section class="card" id="journal" data-live aria-labelledby="journal-title">
    <h2 id="journal-title">Journal</h2>
    ${filled.length === 0 && html`<p class="muted">No money has moved yet.</p>`}
    ${filled.map(
      ([title, rows]) =>
        html`<h3>${title}</h3>
          <div class="scroll" tabindex="0" role="region" aria-label="Journal: ${title}">
            <table>
              <thead>
                <tr>
                  <th scope="col">Reference</th>
                  <th scope="col" class="number">Amount</th>
                  <th scope="col">State</th>
                </tr>
              </thead>
              <tbody>
                ${rows.toReversed().map(
                  (row) =>
                    html`<tr>
                      <td>${row.reference}</td>
                      <td class="number">${row.amount} ${row.currency}</td>
                      <td>${state(row)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`,
    )}
  </section>`;
}

function state(row: { dropped?: boolean; confirmed?: boolean }): string {
  if (row.dropped) return 'dropped';
  if (row.confirmed === undefined) return 'done';
  return row.confirmed ? 'in a block' : 'waiting';
}
