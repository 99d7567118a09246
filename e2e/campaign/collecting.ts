import { queryRows } from '@causeway/testing/query-rows';
import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { z } from 'zod';
import { hasten } from './hasten.ts';

const step = z.object({ purpose: z.enum(['gas', 'collect']), status: z.string() });
const stepsSql = `
  select purpose, status from account_transactions join deposit_addresses using (address_id)
  where address = $1 order by account_transactions.created_at`;
const lastBlocks = 12;

/** How the deposit on an order's address comes to the hot wallet: gas is sent there first, and the tokens follow. */
export class Collecting {
  readonly #databaseUrl: string;
  readonly #address: string;
  #minedFor = '';

  constructor(databaseUrl: string, address: string) {
    this.#databaseUrl = databaseUrl;
    this.#address = address;
  }

  /** Whether all of it has arrived finally; otherwise the collecting job runs at once. */
  async isDone(): Promise<boolean> {
    const steps = await this.#readSteps();
    if (steps.some(({ purpose }) => purpose === 'collect') && steps.every(({ status }) => status === 'settled'))
      return true;
    await hasten(this.#databaseUrl, 'collect-deposits');
    return false;
  }

  /** Mines the blocks that the next step needs, once for each. */
  async mineNext(sandbox: SandboxDriver): Promise<void> {
    const steps = await this.#readSteps();
    const stand = steps.map(({ purpose, status }) => `${purpose} ${status}`).join(', ');
    if (stand === this.#minedFor || steps.some(({ status }) => status === 'signed')) return;
    this.#minedFor = stand;
    await sandbox.mine('ethereum', steps.some(({ status }) => status === 'sent') ? 1 : lastBlocks);
  }

  #readSteps(): Promise<z.output<typeof step>[]> {
    return queryRows(this.#databaseUrl, step, stepsSql, [this.#address]);
  }
}
