import { toCoins } from './coins.ts';
import type { ChainTransaction } from './transaction.ts';
import { type Html, html } from '../web/html.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendPage } from '../web/send-page.ts';
import type { BitcoinNetwork } from './bitcoin-network.ts';

type Place = { hash: string; height: number; time: number; confirmations: number };

/** One transaction: its status and its outputs. */
function transactionView(transaction: ChainTransaction, place: Place | undefined): Html {
  return html`<section class="card" aria-labelledby="title">
    <h1 id="title">Transaction</h1>
    <p class="long digits">${transaction.txid}</p>
    ${place === undefined ? html`<p class="note warn"><strong>Unconfirmed.</strong> It waits in the mempool for the next block.</p>` : html`<p class="note ok"><strong>${place.confirmations} ${place.confirmations === 1 ? 'confirmation' : 'confirmations'}.</strong> It is in block ${place.height}.</p>`}
    <dl class="facts">
      ${
        place !== undefined &&
        html`<div>
            <dt>Block</dt>
            <dd class="long digits">${place.hash}</dd>
          </div>
          <div>
            <dt>Time</dt>
            <dd class="digits">${new Date(place.time * 1000).toISOString().replace('T', ' ').slice(0, 19)} UTC</dd>
          </div>`
      }
      <div>
        <dt>Size</dt>
        <dd class="digits">${transaction.vsize} vB</dd>
      </div>
    </dl>
    <h2>From</h2>
    <ul class="rows">
      ${transaction.inputs.map((input) => html`<li><span class="long digits">${input.vout === 0xff_ff_ff_ff ? 'Block reward' : `${input.txid}:${input.vout}`}</span></li>`)}
    </ul>
    <h2>To</h2>
    <ul class="rows">
      ${transaction.outputs.map((output) => html`<li><span class="long digits">${output.address ?? 'Script without an address'}</span> <strong class="digits">${toCoins(output.value)} BTC</strong></li>`)}
    </ul>
  </section>`;
}

export function missingView(txid: string): Html {
  return html`<section class="card">
    <h1>Unknown transaction</h1>
    <p class="long digits">${txid.slice(0, 100)}</p>
    <p>Neither a block nor the mempool holds it.</p>
  </section>`;
}

/** The block explorer of the sandbox's chain. */
export function explorerPages(app: FastifyInstance, network: BitcoinNetwork): void {
  app.get('/tx/:txid', async (request, reply) => {
    const txid = z.object({ txid: z.string() }).parse(request.params).txid.toLowerCase();
    const { chain, mempool } = network.node;
    const transaction = chain.transaction(txid) ?? mempool.get(txid)?.transaction;
    const provider = 'Bitcoin explorer';
    if (transaction === undefined)
      return sendPage(reply.code(404), { title: 'Unknown transaction', provider, body: missingView(txid) });
    const block = chain.blockOf(txid);
    const place = block && {
      hash: block.hash,
      height: block.height,
      time: block.time,
      confirmations: chain.height - block.height + 1,
    };
    return sendPage(reply, { title: 'Transaction', provider, body: transactionView(transaction, place) });
  });
}
