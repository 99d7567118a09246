declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the contract's call that a route serves. */
    call?: string;
    /** For the operator's own probes: no budget counts them. */
    isUnlimited?: boolean;
  }
}

/** What a route is called in budgets: its call, or `page` for everything else. */
export function nameOfRoute(config: { call?: string | undefined } | undefined): string {
  return config?.call ?? 'page';
}
