import { benchLedger } from '/work/trees/w8/bench/ledger.ts';
import { printRows } from '/work/trees/w8/bench/print-rows.ts';
console.time('all');
printRows('Ledger', await benchLedger());
