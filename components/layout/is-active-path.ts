/** Whether a navigation item leads to the page shown or to one above it. */
export function isActivePath(pathname: string, item: { href: string; exact?: boolean }): boolean {
  if (pathname === item.href) return true
  return !item.exact && pathname.startsWith(`${item.href}/`)
}
