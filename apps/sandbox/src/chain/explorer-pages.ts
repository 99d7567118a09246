import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendPage } from '../web/send-page.ts';
import { missingView, transactionView } from './explorer-view.ts';
import type { BitcoinNetwork } from './bitcoin-network.ts';

/** The block explorer of the sandbox's chain. */
export function explorerPages(app: FastifyInstance, network: BitcoinNetwork): void {
  app.get('/tx/:txid', async (request, reply) => {
    const txid = z.object({ txid: z.string() }).parse(request.params).txid.toLowerCase();
    const { chain, mempool } = network.node;
    const transaction = chain.transaction(txid) ?? mempool.get(txid)?.transaction;
    const firm = 'Bitcoin explorer';
    if (transaction === undefined)
      return sendPage(reply.code(404), { title: 'Unknown transaction', firm, body: missingView(txid) });
    const block = chain.blockOf(txid);
    const place = block && {
      hash: block.hash,
      height: block.height,
      time: block.time,
      confirmations: chain.height - block.height + 1,
    };
    return sendPage(reply, { title: 'Transaction', firm, body: transactionView(transaction, place) });
  });
}
