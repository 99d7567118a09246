import { z } from 'zod';

/** A report as a browser sent it. */
export interface TakenReport {
  project: string;
  /** The parsed event. */
  event: Record<string, unknown>;
  /** The raw text that arrived, to be searched for what should not be in it. */
  raw: string;
}

const kept = 200;
const header = z.looseObject({ type: z.string() });
const json = z.record(z.string(), z.unknown());

/** The simulated service for errors: it keeps the newest reports and shows them in the control calls only. */
export class ReportBox {
  #reports: TakenReport[] = [];

  /**
   * Takes an envelope: lines of JSON, a header, then pairs of an item's header and the item. @returns the number of
   * items
   */
  take(project: string, envelope: string): number {
    const [, ...lines] = envelope.split('\n');
    let count = 0;
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const about = header.safeParse(readJson(lines[at]));
      const event = json.safeParse(readJson(lines[at + 1]));
      if (!about.success || about.data.type !== 'event' || !event.success) continue;
      this.#reports = [...this.#reports, { project, event: event.data, raw: envelope }].slice(-kept);
      count += 1;
    }
    return count;
  }

  list(): readonly TakenReport[] {
    return this.#reports;
  }
}

function readJson(line = ''): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
