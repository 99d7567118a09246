// Made from the contract by `npm run endpoints`.
import type { downloadStatement } from '../calls/download-statement.ts';
import type { EndpointOf } from '../endpoint.ts';

export const downloadStatementEndpoint: EndpointOf<typeof downloadStatement> = {
  method: 'POST',
  path: '/balance/statement',
  keys: [],
};
