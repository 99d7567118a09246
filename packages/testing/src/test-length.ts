/** Whether the tests run in their long form, as `npm run campaign` does. */
export const isFull = process.env['CAMPAIGN'] === 'full';

/** How many random lives a test tries: few in `npm test`, always the same ones. A campaign says by `LIVES` how many. */
export function livesOf(few: number): number {
  return Number(process.env['LIVES'] ?? few);
}

/** What the short form tries of a list of cases, each of which takes many seconds: so many of them, spread over it. */
export function someOf<Case>(all: readonly Case[], few: number): readonly Case[] {
  if (isFull || few >= all.length) return all;
  return Array.from({ length: few }, (_one, index) => all[Math.floor((index * all.length) / few)]).filter(
    (one) => one !== undefined,
  );
}

/** Which part of a list the short form goes through: the same one in each run, unless `CAMPAIGN_ROUND` says another. */
export const round = Number(process.env['CAMPAIGN_ROUND'] ?? 0);
