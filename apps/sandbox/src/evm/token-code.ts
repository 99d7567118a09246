import { readFileSync } from 'node:fs';
import { z } from 'zod';

const artefact = z.object({ bytecode: z.templateLiteral(['0x', z.string()]) });
const file = new URL('../../assets/evm/sandbox-token.json', import.meta.url);

/** The compiled ERC-20 contract; its source lies beside it. */
export const tokenCode = artefact.parse(JSON.parse(readFileSync(file, 'utf8'))).bytecode;
