import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { missingView } from '../chain/explorer-pages.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import { sendPage } from '../web/send-page.ts';
import type { ChainRow, Journal } from '../journal.ts';
import type { EthereumNetwork } from './ethereum-network.ts';
import type { EvmReceipt, EvmTransaction } from './evm-node.ts';

type Place = { receipt: EvmReceipt; confirmations: number };

const provider = 'Ethereum explorer';

/** The block explorer of the sandbox's Ethereum. */
export function ethereumExplorer(
  app: FastifyInstance,
  find: () => EthereumNetwork | undefined,
  journal: Journal,
): void {
  app.get('/tx/:txid', async (request, reply) => {
    const txid = z.object({ txid: z.string() }).parse(request.params).txid.toLowerCase();
    const network = find();
    const found = /^0x[0-9a-f]{64}$/.test(txid) ? await network?.node.transaction(txid) : undefined;
    if (network === undefined || found === undefined)
      return sendPage(reply.code(404), { title: 'Unknown transaction', provider, body: missingView(txid) });
    const receipt = await network.node.receipt(txid);
    const place = receipt && {
      receipt,
      confirmations: (await network.node.height()) - Number(receipt.blockNumber) + 1,
    };
    const rows = [...journal.chain_in, ...journal.chain_out].filter((row) => row.txid === txid);
    return sendPage(reply, { title: 'Transaction', provider, body: transactionView(found, place, rows) });
  });
}

function transactionView(transaction: EvmTransaction, place: Place | undefined, rows: readonly ChainRow[]): Html {
  return html`<section class="card" aria-labelledby="title">
    <h1 id="title">Transaction</h1>
    <p class="long digits">${transaction.hash}</p>
    ${standing(place)}
    <dl class="facts">
      <div>
        <dt>From</dt>
        <dd class="long digits">${transaction.from}</dd>
      </div>
      <div>
        <dt>Number of the sender (nonce)</dt>
        <dd class="digits">${Number(transaction.nonce)}</dd>
      </div>
      ${
        place !== undefined &&
        html`<div>
          <dt>Block</dt>
          <dd class="long digits">${place.receipt.blockHash}</dd>
        </div>`
      }
    </dl>
    <h2>To</h2>
    <ul class="rows">
      ${rows.map((row) => html`<li><span class="long digits">${row.address}</span> <strong class="digits">${row.amount} ${row.currency}</strong></li>`)}
    </ul>
  </section>`;
}

function standing(place: Place | undefined): Html {
  if (place === undefined)
    return html`<p class="note warn"><strong>Unconfirmed.</strong> It waits for the next block.</p>`;
  const { receipt, confirmations } = place;
  const where = `${confirmations} ${confirmations === 1 ? 'confirmation' : 'confirmations'}`;
  return receipt.status === '0x1'
    ? html`<p class="note ok"><strong>${where}.</strong> It is in block ${Number(receipt.blockNumber)}.</p>`
    : html`<p class="note warn">
        <strong>Failed.</strong> It is in block ${Number(receipt.blockNumber)} and moved nothing.
      </p>`;
}
