/** An address without what may be a provider's key: its path, its query, a user's name. */
export function maskUrl(url: string): string {
  const { protocol, host, pathname, search } = new URL(url)
  const isBare = pathname === '/' && search === ''
  return `${protocol}//${host}${isBare ? '' : '/…'}`
}
