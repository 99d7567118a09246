import { encodeDeployData, encodeFunctionData, erc20Abi, pad, parseAbi, type Address, type Hex } from 'viem';
import type { Journal } from '../journal.ts';
import type { Timers } from '../timers.ts';
import { evmTokens, issuer, type EvmAsset } from './assets.ts';
import { evmKey } from './evm-key.ts';
import { EvmJournal } from './evm-journal.ts';
import type { EvmPayment } from './read-evm-payment.ts';
import { EvmNode, toHex } from './evm-node.ts';
import { evmChainId, startAnvil } from './start-anvil.ts';
import { tokenCode } from './token-code.ts';

type Settings = { program: string; seed: string; journal: Journal; timers: Timers; blockSeconds: number };

/** What restores a chain: the node's state, and the transactions that waited for a block. */
export type SavedEvm = { state: string; waiting: Hex[]; addressCount: number };

const supply = 10n ** 33n;
const issuerEther = 10n ** 27n;
const priorityFee = 1_000_000_000n;
const deployGas = 2_000_000n;
const tokenGas = 120_000n;
const plainGas = 21_000n;
const constructorAbi = parseAbi(['constructor(string name, string symbol, uint8 decimals, uint256 supply)']);
const blockAbi = parseAbi(['function setBlocked(address account, bool blocked)']);

/** The Ethereum network, a real node, together with the people outside the product who use it. */
export class EthereumNetwork {
  readonly node: EvmNode;
  readonly payments: EvmJournal;
  /** Grows with every change of the chain or of what waits for it. */
  changes = 1;
  private readonly settings: Settings;
  private addressCount = 0;
  private branch = 0;
  private submitted = 0;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(settings: Settings, node: EvmNode) {
    this.settings = settings;
    this.node = node;
    this.payments = new EvmJournal(settings.journal);
  }

  /** Starts a node and deploys the tokens, or continues where an earlier start ended. */
  static async start(settings: Settings, saved?: SavedEvm): Promise<EthereumNetwork> {
    const network = new EthereumNetwork(settings, new EvmNode(await startAnvil(settings.program)));
    if (saved === undefined) await network.begin();
    else await network.goOn(saved);
    network.keepMining();
    return network;
  }

  /** Begins a new chain, after all timers were stopped. */
  async restart(): Promise<void> {
    this.addressCount = 0;
    await this.inTurn(async () => {
      await this.node.call('anvil_reset');
      await this.begin();
    });
    this.keepMining();
  }

  async save(): Promise<SavedEvm> {
    const raw = (await this.node.waiting()).map(({ hash }) => this.node.rawTransaction(hash));
    const waiting = await Promise.all(raw);
    return { state: await this.node.saveState(), waiting, addressCount: this.addressCount };
  }

  /** A fresh address outside the product; of a contract where one is named. */
  async newAddress(contract?: keyof typeof contractCodes): Promise<string> {
    this.addressCount += 1;
    this.changes += 1;
    const { address } = evmKey(`outside:${this.settings.seed}:${this.addressCount}`);
    if (contract !== undefined) await this.node.call('anvil_setCode', address, contractCodes[contract]);
    return address;
  }

  /** Pays an address from the faucet and journals it. */
  async send(
    payment: EvmPayment & { address: Address },
    { tag, isByContract }: { tag: string | null; isByContract: boolean },
  ): Promise<Hex> {
    return this.inTurn(async () => {
      if (isByContract) await this.node.call('anvil_setCode', forwarder.address, forwarder.code);
      const txid = await this.submit(isByContract ? forwardOf(payment) : callOf(payment));
      this.payments.addIn(txid, payment, tag);
      return txid;
    });
  }

  /** Handles what the product broadcasts. */
  async recordBroadcast(txid: string, raw: Hex): Promise<void> {
    await this.inTurn(() => this.payments.addOut(txid, raw));
  }

  /** Blocks or frees an address for a token, as its issuer can. */
  async setBlocked(asset: EvmAsset, account: Address, isBlocked: boolean): Promise<void> {
    const data = encodeFunctionData({ abi: blockAbi, functionName: 'setBlocked', args: [account, isBlocked] });
    await this.inTurn(() => this.submit({ to: asset.address, data, value: 0n, gas: tokenGas }));
    await this.mine(1);
  }

  /** Mines blocks with everything that waits; returns the new height. */
  async mine(blocks: number): Promise<number> {
    return this.inTurn(async () => {
      await this.node.mine(blocks);
      await this.payments.refresh(this.node);
      return this.node.height();
    });
  }

  /**
   * Replaces the last `depth` blocks by one empty block more than that. Their transactions wait again, except those in
   * `drop`, which the network forgets.
   */
  async reorganise(depth: number, drop: readonly string[]): Promise<number> {
    return this.inTurn(async () => {
      const height = await this.node.height();
      const returned: Hex[] = [];
      for (let at = height - depth + 1; at <= height; at += 1)
        for (const { hash } of (await this.node.block(at))?.transactions ?? [])
          if (!drop.includes(hash)) returned.push(await this.node.rawTransaction(hash));
      for (const { hash } of await this.node.waiting())
        if (!drop.includes(hash)) returned.push(await this.node.rawTransaction(hash));
      await this.node.call('anvil_dropAllTransactions');
      await this.node.call('anvil_rollback', depth);
      // Another miner than on any branch before, so that the new blocks have other hashes.
      this.branch += 1;
      await this.node.call('anvil_setCoinbase', evmKey(`branch:${this.branch}`).address);
      await this.node.mine(depth + 1);
      for (const raw of returned) await this.node.submit(raw).catch(() => undefined);
      await this.payments.refresh(this.node);
      return this.node.height();
    });
  }

  async close(): Promise<void> {
    await this.turn.catch(() => undefined);
    await this.node.anvil.stop();
  }

  private async begin(): Promise<void> {
    await this.node.call('anvil_setBalance', issuer.address, toHex(issuerEther));
    for (const { code, name, decimals } of evmTokens) {
      const args = [name, code, decimals, supply] as const;
      const data = encodeDeployData({ abi: constructorAbi, bytecode: tokenCode, args });
      await this.submit({ to: undefined, data, value: 0n, gas: deployGas });
    }
    await this.node.mine(1);
  }

  private async goOn({ state, waiting, addressCount }: SavedEvm): Promise<void> {
    this.addressCount = addressCount;
    await this.node.loadState(state);
    for (const raw of waiting) await this.node.submit(raw).catch(() => undefined);
  }

  private keepMining(): void {
    const { timers, blockSeconds } = this.settings;
    if (blockSeconds > 0)
      timers.every(blockSeconds * 1000, () => {
        this.mine(1).catch((error: unknown) => console.error('sandbox: no Ethereum block', error));
      });
  }

  private async submit(call: {
    to: Address | undefined;
    data?: Hex | undefined;
    value: bigint;
    gas: bigint;
  }): Promise<Hex> {
    const baseFee = BigInt((await this.node.block('latest'))?.baseFeePerGas ?? '0x0');
    this.submitted += 1;
    const raw = await issuer.signTransaction({
      type: 'eip1559',
      chainId: evmChainId,
      nonce: await this.node.nextNonce(issuer.address),
      maxPriorityFeePerGas: priorityFee,
      // What is paid again after a drop is another transaction, although number and amount are the same.
      maxFeePerGas: baseFee * 10n + priorityFee + BigInt(this.submitted),
      ...call,
    });
    return this.node.submit(raw);
  }

  /** Changes of the chain run one after the other. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    this.changes += 1;
    const result = this.turn.then(work, work);
    this.turn = result.catch(() => undefined);
    return result;
  }
}

/** Passes on the ether of a call to the address that its data names. */
const forwarder = {
  address: evmKey('forwarder').address,
  code: '0x6000600060006000346000355af100',
  gas: 100_000n,
} as const;

/** A wallet that keeps a record of the ether it gets, for more gas than a plain transfer has; and one that reverts. */
const contractCodes = { accepts: '0x600160005500', refuses: '0x60006000fd' } as const;

function forwardOf({ address, units }: EvmPayment & { address: Address }) {
  return { to: forwarder.address, data: pad(address), value: units, gas: forwarder.gas };
}

function callOf({ asset, address, units }: EvmPayment & { address: Address }) {
  if (asset.address === undefined) return { to: address, value: units, gas: plainGas };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, units] });
  return { to: asset.address, data, value: 0n, gas: tokenGas };
}
