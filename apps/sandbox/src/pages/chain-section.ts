import { toCoins } from '../chain/coins.ts';
import type { World } from '../world.ts';
import { callButton, inputField } from './control-form.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

const chain = '/control/chains/bitcoin';
const shown = 10;

/** The Bitcoin network: its tip, what waits, and what people can do to it. */
export function chainSection(world: World): Html {
  const { node } = world.bitcoin;
  return html`<section class="card" aria-labelledby="chain-title" id="chain">
    <h2 id="chain-title">Bitcoin</h2>
    <div id="chain-state" data-live class="stack">
      <p class="digits">
        Block ${node.chain.height} · ${node.mempool.list().length} waiting · ${String(node.feeRate)} sat/vB
      </p>
      <p class="long">${node.chain.tip.hash}</p>
      ${waitingList(world)} ${recentList(world)}
    </div>
    <form class="line-form" data-call="POST ${chain}/mine">
      ${inputField({ id: 'mine-blocks', label: 'Blocks', name: 'blocks', type: 'number', value: '1', required: true })}<button
        type="submit"
      >
        Mine
      </button>
    </form>
    <form class="line-form" data-call="POST ${chain}/reorganise">
      ${inputField({ id: 'reorganise-depth', label: 'Depth', name: 'depth', type: 'number', value: '1', required: true })}${inputField({ id: 'reorganise-drop', label: 'Drop these ids', name: 'drop', list: true })}<button
        type="submit"
      >
        Reorganise
      </button>
    </form>
    <form class="line-form" data-call="POST ${chain}/send">
      ${inputField({ id: 'send-address', label: 'To address', whole: true, name: 'address', required: true })}${inputField({ id: 'send-amount', label: 'Amount, BTC', name: 'amount', value: '0.1', required: true })}<button
        type="submit"
      >
        Send
      </button>
    </form>
    <form class="line-form" data-call="POST ${chain}/fees">
      ${inputField({ id: 'fee-rate', label: 'Fee, sat/vB', name: 'sat_per_vbyte', type: 'number', value: String(node.feeRate), required: true })}<button
        type="submit"
      >
        Set the fee
      </button>
    </form>
    <div class="actions">${callButton('New address outside', `POST ${chain}/addresses`)}</div>
  </section>`;
}

function waitingList(world: World): Html | undefined {
  const waiting = world.bitcoin.node.mempool.list().slice(0, shown);
  if (waiting.length === 0) return undefined;
  return html`<h3>Waiting for a block</h3>
    <ul class="rows">
      ${waiting.map(({ transaction, fee }) => html`<li>${link(transaction.txid)}<span class="digits">fee ${toCoins(fee)}</span>${callButton('Drop', `POST ${chain}/drop`, { txid: transaction.txid }, transaction.txid.slice(0, 8))}</li>`)}
    </ul>`;
}

function recentList(world: World): Html | undefined {
  const { blocks } = world.bitcoin.node.chain;
  const recent = blocks
    .slice(-100)
    .toReversed()
    .flatMap((block) => block.transactions.slice(1).map((transaction) => ({ transaction, block })));
  if (recent.length === 0) return undefined;
  return html`<h3>In recent blocks</h3>
    <ul class="rows">
      ${recent.slice(0, shown).map(({ transaction, block }) => html`<li>${link(transaction.txid)}<span class="digits">block ${block.height}</span></li>`)}
    </ul>`;
}

function link(txid: string): Html {
  return html`<a class="long" href="/chains/bitcoin/tx/${txid}">${txid.slice(0, 16)}…${txid.slice(-8)}</a>`;
}
