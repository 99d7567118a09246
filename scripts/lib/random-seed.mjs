import { configureGlobal } from 'fast-check';

// A change is refused for what it did: `npm test` tries the same values in each run. `npm run campaign` tries new ones;
// SEED repeats what such a run printed.
configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
