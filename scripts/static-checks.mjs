import { allChecks } from './checks/all-checks.mjs';
import { root } from './lib/root.mjs';

const checks = allChecks(root);
for (const { name, faults, note } of checks) {
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${faults.length} faults (${note})`);
  for (const fault of faults) console.log(`     ${fault}`);
}
process.exitCode = checks.some(({ faults }) => faults.length > 0) ? 1 : 0;
