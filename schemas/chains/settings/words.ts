export const FINALITIES = ['depth', 'safe', 'finalized'] as const
