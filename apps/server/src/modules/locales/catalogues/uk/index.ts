import account from './account.json' with { type: 'json' };
import cabinet from './cabinet.json' with { type: 'json' };
import embedding from './embedding.json' with { type: 'json' };
import emails from './emails.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import groups from './groups.json' with { type: 'json' };
import legal from './legal.json' with { type: 'json' };
import order from './order.json' with { type: 'json' };
import steps from './steps.json' with { type: 'json' };
import transactions from './transactions.json' with { type: 'json' };
import widget from './widget.json' with { type: 'json' };

export const uk = { account, cabinet, embedding, emails, errors, groups, legal, order, steps, transactions, widget };
