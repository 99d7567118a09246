import type { NativeFault } from './protocol.ts';

/** A call that came to nothing: the shell's own fault, no answer in 10 s (`timeout`), or no shell (`absent`). */
export class NativeError extends Error {
  readonly fault: NativeFault | 'timeout' | 'absent';

  constructor(name: string, fault: NativeError['fault']) {
    super(`The native call ${name} came to nothing: ${fault}`);
    this.name = 'NativeError';
    this.fault = fault;
  }
}
