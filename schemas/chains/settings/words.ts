export const FINALITIES = ['depth', 'safe', 'finalized'] as const
export type Finality = (typeof FINALITIES)[number]
