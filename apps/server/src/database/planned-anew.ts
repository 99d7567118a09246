/** Statements are known by name, but how they are carried out is thought over each time, because tables grow. */
export const plannedAnew = '-c plan_cache_mode=force_custom_plan';
