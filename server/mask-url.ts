/** A URL without the parts that may contain a provider's key: path, query and user name. */
export function maskUrl(url: string): string {
  const { protocol, host, pathname, search } = new URL(url)
  const isBare = pathname === '/' && search === ''
  return `${protocol}//${host}${isBare ? '' : '/…'}`
}
