import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../web/refusal.ts';

type Stored = { body: string; answer: string };

/**
 * Stores the answer of every write under its Idempotency-Key: the same key gives the same answer, another body is
 * refused.
 */
export class Answers {
  private stored = new Map<string, Stored>();

  /** Does the work once per key and answers with JSON text. A refusal is not stored. */
  once(request: FastifyRequest, work: () => unknown): string {
    const header = request.headers['idempotency-key'];
    if (typeof header !== 'string' || header === '') {
      throw new Refusal(400, 'idempotency_key_required', 'Send an Idempotency-Key header');
    }
    const key = `${request.url} ${header}`;
    const body = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
    const earlier = this.stored.get(key);
    if (earlier !== undefined) {
      if (earlier.body !== body) throw new Refusal(409, 'idempotency_conflict', 'This key was used with another body');
      return earlier.answer;
    }
    const answer = JSON.stringify(work());
    this.stored.set(key, { body, answer });
    return answer;
  }

  save(): [string, Stored][] {
    return [...this.stored];
  }

  restore(saved: [string, Stored][]): void {
    this.stored = new Map(saved);
  }

  clear(): void {
    this.stored.clear();
  }
}
