import type { StatusGroup } from './status-groups.ts';

/** Presets of A-111, and days of one's own. */
export const periods = ['all', 'today', 'week', 'month', 'days'] as const;
export type Period = (typeof periods)[number];

/** Filters of a list. */
export interface TransactionFilter {
  period: Period;
  /** First and last day of one's own, YYYY-MM-DD; empty where that end is open. */
  from: string;
  to: string;
  methods: readonly string[];
  statuses: readonly StatusGroup[];
  /** Empty: any. */
  payinCurrency: string;
  payoutCurrency: string;
}

export const noFilter: TransactionFilter = {
  period: 'all',
  from: '',
  to: '',
  methods: [],
  statuses: [],
  payinCurrency: '',
  payoutCurrency: '',
};

/** The parts of a filter, each with what takes it away. */
const parts = {
  period: { period: noFilter.period, from: '', to: '' },
  methods: { methods: [] },
  statuses: { statuses: [] },
  payinCurrency: { payinCurrency: '' },
  payoutCurrency: { payoutCurrency: '' },
} as const satisfies Record<string, Partial<TransactionFilter>>;

export type FilterPart = keyof typeof parts;

const isNarrowing: Readonly<Record<FilterPart, (filter: TransactionFilter) => boolean>> = {
  period: ({ period, from, to }) => (period === 'days' ? from !== '' || to !== '' : period !== 'all'),
  methods: ({ methods }) => methods.length > 0,
  statuses: ({ statuses }) => statuses.length > 0,
  payinCurrency: ({ payinCurrency }) => payinCurrency !== '',
  payoutCurrency: ({ payoutCurrency }) => payoutCurrency !== '',
};

const allParts = ['period', 'methods', 'statuses', 'payinCurrency', 'payoutCurrency'] as const;

/** The parts that narrow the list, in their order. */
export function partsOf(filter: TransactionFilter): FilterPart[] {
  return allParts.filter((part) => isNarrowing[part](filter));
}

/** The filter without one of its parts. */
export function without(filter: TransactionFilter, part: FilterPart): TransactionFilter {
  return { ...filter, ...parts[part] };
}

/** A list with a value put in, or taken out where it was in. */
export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
