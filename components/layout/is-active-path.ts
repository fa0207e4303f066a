/** The paths of a navigation item. */
export type ItemPaths = {
  href: string
  /** Active on `href` alone, not below it. */
  exact?: boolean
  /** A page that the item's page leads to, with a separate path. */
  also?: string
}

/** Whether a navigation item links to the page shown or to one above it. */
export function isActivePath(pathname: string, { href, exact, also }: ItemPaths): boolean {
  if (pathname === href) return true
  return (!exact && isBelow(pathname, href)) || (also !== undefined && (pathname === also || isBelow(pathname, also)))
}

function isBelow(pathname: string, path: string): boolean {
  return pathname.startsWith(`${path}/`)
}
