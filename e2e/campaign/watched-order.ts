import type { Aim, Followed } from '@causeway/testing/effect-watch';
import type { ProductClient } from '@causeway/testing/product-client';
import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import type { Books } from '@causeway/testing/read-books';
import { Collecting } from './collecting.ts';
import { eventually } from './eventually.ts';
import { hasten } from './hasten.ts';
import { agreements, nameOf } from './order-form.ts';
import type { Coins, Flow } from './flow.ts';

/** Blocks after which the product books a pay-in or payout, and after which it stops polling. */
const confirmations = {
  bitcoin: { payin: 1, payout: 2, settled: 6 },
  ethereum: { payin: 3, payout: 3, settled: 12 },
} as const;
/** Its blocks may come only when a whole batch has been struck. */
const finishedWithinMs = 600_000;

/** Where orders are made and followed. */
interface Ground {
  readonly watch: { follow(name: string, aim?: Aim): Followed };
  readonly sandbox: SandboxDriver;
  readonly databaseUrl: string;
}

interface FollowedCoins extends Coins {
  looksAtLastBlock: number;
}

/** One order whose client acts and repeats unanswered calls; the caller mines the blocks. */
export class WatchedOrder {
  readonly followed: Followed;
  readonly flow: Flow;
  readonly #campaign: Ground;
  readonly #client: ProductClient;
  readonly #form: Readonly<Record<string, string>>;
  readonly #coins: FollowedCoins[];
  #collecting: Collecting | undefined;
  #niceId = '';
  #failure: Error | undefined;
  #isFinished = false;

  private constructor(
    campaign: Ground,
    client: ProductClient,
    asked: { flow: Flow; address: string; aim: Aim | undefined },
  ) {
    const { flow, address, aim } = asked;
    const name = nameOf();
    this.#campaign = campaign;
    this.#client = client;
    this.flow = flow;
    this.#form = { ...flow.form, ...agreements, dst_address: address, partner_order_id: name };
    this.#coins =
      flow.payout === undefined ? [] : [{ ...flow.payout, direction: 'payout', address, looksAtLastBlock: -1 }];
    this.followed = campaign.watch.follow(name, aim);
  }

  /** Begins an order, with a strike at one of its effects if `aim` is given. */
  static async begin(campaign: Ground, client: ProductClient, flow: Flow, aim?: Aim): Promise<WatchedOrder> {
    const address = flow.payout === undefined ? '' : await campaign.sandbox.outsideAddress(flow.payout.chain);
    const order = new WatchedOrder(campaign, client, { flow, address, aim });
    void order.#run().catch((error: unknown) => {
      order.#failure = error instanceof Error ? error : new Error(String(error));
    });
    return order;
  }

  get niceId(): string {
    return this.#niceId;
  }

  /** @throws the client's error */
  get isFinished(): boolean {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#isFinished;
  }

  async #run(): Promise<void> {
    const [client, { sandbox, databaseUrl }] = [this.#client, this.#campaign];
    const form = { ...this.#form, ...(await this.flow.dress?.(sandbox)) };
    const follow = (token: string) => this.followed.name(token);
    this.#niceId = await (this.flow.isWithdrawal === true
      ? client.withdraw(form, follow)
      : client.placeOrder(form, follow));
    const coins = await this.flow.pay({ niceId: this.#niceId, client, sandbox });
    // They must have been seen before the first block takes them in.
    if (coins !== undefined) this.#coins.push({ ...coins, looksAtLastBlock: 0 });
    await eventually(
      `order ${this.#niceId} is finished`,
      async () => ((await client.readStatus(this.#niceId)) === (this.flow.end ?? 'finished') ? true : undefined),
      finishedWithinMs,
    );
    if (this.flow.isCollected === true && coins !== undefined)
      await this.#collect(new Collecting(databaseUrl, coins.address));
    this.#isFinished = true;
  }

  /** A deposit may be moved on after its order has ended. */
  async #collect(collecting: Collecting): Promise<void> {
    this.#collecting = collecting;
    await eventually(
      `what order ${this.#niceId} was paid is on the hot wallet`,
      async () => (await collecting.isDone()) || undefined,
      finishedWithinMs,
    );
    this.#collecting = undefined;
  }

  /**
   * Mines the next block when the product has seen the last one, so that each of its polls finds something new.
   *
   * @returns whether every expected effect has come
   */
  async mineNext(): Promise<boolean> {
    let isAllThere = this.isFinished;
    for (const coins of this.#coins) if (!(await this.#mineFor(coins))) isAllThere = false;
    await this.#collecting?.mineNext(this.#campaign.sandbox);
    // E-mails that are due together are marked together.
    const labels = this.followed.seen.map(({ label }) => label);
    const isListed = labels.lastIndexOf('letters') > labels.lastIndexOf('letter');
    return isAllThere && isListed && labels.filter((label) => label === 'letter').length >= this.flow.emails;
  }

  async #mineFor(coins: FollowedCoins): Promise<boolean> {
    const { chain, direction } = coins;
    const [found] = await this.#findTransactions(coins);
    if (found === undefined) return false;
    const pattern = direction === 'payin' ? /\bdeposits\b/ : /\bpayouts\b/;
    const looks = this.followed.seen.filter(({ label }) => pattern.test(label)).length;
    const isLookedAt = looks > coins.looksAtLastBlock;
    const needed = confirmations[chain];
    if (found.confirmations >= needed.settled) return isLookedAt;
    const isFirst = found.confirmations === 0 && direction === 'payout';
    if (!isLookedAt && !isFirst) return false;
    coins.looksAtLastBlock = looks;
    const isPaid = found.confirmations >= needed[direction];
    await this.#campaign.sandbox.mine(chain, isPaid ? needed.settled - found.confirmations : 1);
    if (direction === 'payin') await hasten(this.#campaign.databaseUrl, `scan-${chain}-deposits`);
    return false;
  }

  async #findTransactions({ chain, address, asset }: Coins) {
    return (await this.#campaign.sandbox.balance(chain, address, asset)).transactions;
  }

  /** What is wrong with the ended order; one line each. */
  async findFaults(books: Books): Promise<string[]> {
    const { sandbox } = this.#campaign;
    const { niceId, flow } = this;
    const inbox = await sandbox.inbox(this.#client.email);
    const emails = new Set(inbox.filter(({ text }) => text.includes(niceId)).map(({ subject }) => subject ?? ''));
    const payments = (await sandbox.acquirerPayments(niceId)).length;
    const payouts = await this.#countPayouts();
    const entries = books.entriesOf(niceId).join(' ');
    return [
      ...(payments === (flow.form['payin_group'] === 'card' ? 1 : 0) ? [] : [`${payments} payments by card`]),
      ...(payouts === (flow.payouts ?? 1) ? [] : [`${payouts} pay-outs`]),
      ...(entries === flow.entries.join(' ') ? [] : [`the ledger has ${entries}`]),
      ...(emails.size === flow.emails ? [] : [`letters: ${[...emails].join(' | ')}`]),
    ].map((fault) => `${niceId} (${flow.name}): ${fault}`);
  }

  /** A payout to a balance leaves nothing outside: only the ledger has it. */
  async #countPayouts(): Promise<number> {
    const [client, { sandbox }] = [this.#client, this.#campaign];
    if (this.flow.payout === undefined)
      return (await this.flow.countPayouts?.({ niceId: this.#niceId, client, sandbox })) ?? this.flow.payouts ?? 1;
    const out = this.#coins.filter(({ direction }) => direction === 'payout');
    return (await Promise.all(out.map((coins) => this.#findTransactions(coins)))).flat().length;
  }
}
