export const FX_SOURCES = ['manual', 'open-er-api', 'fixed'] as const
export type FxSourceName = (typeof FX_SOURCES)[number]
