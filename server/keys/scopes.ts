export const SCOPES = [
  'wallet:read',
  'wallet:write',
  'payments:read',
  'payments:write',
  'indexer:read',
  'indexer:write',
  'tokens:read',
  'tokens:write',
  'projects:read',
  'projects:write',
] as const
export type Scope = (typeof SCOPES)[number]
