/** The page of the portal that resolves a refusal, as the server names it. */
export function resolvePathOf(error: { data?: unknown } | null): string | undefined {
  const { data } = error ?? {}
  if (typeof data !== 'object' || data === null || !('resolvePath' in data)) return undefined
  return typeof data.resolvePath === 'string' ? data.resolvePath : undefined
}
