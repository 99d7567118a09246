import type { Aim, Followed } from '@causeway/testing/effect-watch';
import type { ProductClient } from '@causeway/testing/product-client';
import type { Campaign } from './open-campaign.ts';
import { eventually } from './eventually.ts';

const amount = '31';
const settledConfirmations = 6;
/** Its blocks may come only when a whole batch has been struck. */
const finishedWithinMs = 600_000;
/** Created, paid, sent, finished. */
const lettersOfAnOrder = 4;

/** One purchase whose client does his part and repeats what was not answered; the blocks come from whoever looks. */
export class Purchase {
  readonly followed: Followed;
  readonly address: string;
  readonly #campaign: Campaign;
  readonly #client: ProductClient;
  #niceId = '';
  #failure: Error | undefined;
  #isFinished = false;
  #minedAtLooks = -1;

  private constructor(campaign: Campaign, client: ProductClient, address: string, aim: Aim | undefined) {
    this.#campaign = campaign;
    this.#client = client;
    this.address = address;
    this.followed = campaign.watch.follow(address, aim);
  }

  /** Begins a purchase, with a strike at one of its effects if that is wanted. */
  static async begin(campaign: Campaign, client: ProductClient, aim?: Aim): Promise<Purchase> {
    const purchase = new Purchase(campaign, client, await campaign.sandbox.outsideAddress('bitcoin'), aim);
    void purchase.#run().catch((error: unknown) => {
      purchase.#failure = error instanceof Error ? error : new Error(String(error));
    });
    return purchase;
  }

  get niceId(): string {
    return this.#niceId;
  }

  /** @throws what went wrong for the client */
  get isFinished(): boolean {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#isFinished;
  }

  async #run(): Promise<void> {
    const { sandbox } = this.#campaign;
    this.#niceId = await this.#client.createOrder(this.address, amount, (token) => this.followed.mark(token));
    const payment = await eventually(
      `order ${this.#niceId} has a payment`,
      async () => (await sandbox.acquirerPayments(this.#niceId))[0],
    );
    await sandbox.settlePayment(payment.id, 'approved');
    await eventually(
      `order ${this.#niceId} is finished`,
      async () => ((await this.#client.readStatus(this.#niceId)) === 'finished' ? true : undefined),
      finishedWithinMs,
    );
    this.#isFinished = true;
  }

  async countConfirmations(): Promise<number | undefined> {
    const { transactions } = await this.#campaign.sandbox.balance('bitcoin', this.address);
    return transactions[0]?.confirmations;
  }

  /**
   * Makes the next block when the product has taken the last one in, so that each of its looks at the chain finds
   * something new.
   *
   * @returns whether all that is to come has come
   */
  async mineNext(): Promise<boolean> {
    const confirmations = await this.countConfirmations();
    if (confirmations === undefined) return false;
    const { seen } = this.followed;
    const looks = seen.filter(({ label }) => /\bpayouts\b/.test(label)).length;
    if (confirmations >= settledConfirmations)
      return (
        this.isFinished &&
        looks > this.#minedAtLooks &&
        seen.filter(({ label }) => label === 'letters').length >= lettersOfAnOrder
      );
    if (confirmations > 0 && looks <= this.#minedAtLooks) return false;
    this.#minedAtLooks = looks;
    await this.#campaign.sandbox.mine('bitcoin', confirmations < 2 ? 1 : settledConfirmations - confirmations);
    return false;
  }

  /** What is wrong with it now that it has ended; one line each. */
  async findFaults(): Promise<string[]> {
    const { sandbox } = this.#campaign;
    const payments = await sandbox.acquirerPayments(this.#niceId);
    const { transactions } = await sandbox.balance('bitcoin', this.address);
    const inbox = await sandbox.inbox(this.#client.email);
    const letters = new Set(
      inbox.filter(({ text }) => text.includes(this.#niceId)).map(({ subject }) => subject ?? ''),
    );
    return [
      ...(payments.length === 1 ? [] : [`${payments.length} payments`]),
      ...(transactions.length === 1 ? [] : [`${transactions.length} pay-outs`]),
      ...(letters.size === lettersOfAnOrder ? [] : [`letters: ${[...letters].join(' | ')}`]),
    ].map((fault) => `${this.#niceId}: ${fault}`);
  }
}
