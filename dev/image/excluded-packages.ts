/**
 * Packages that come with `next` and that nothing in production loads: pictures are served as they are, and nothing is
 * compiled there.
 */
const KEPT_OUT = ['sharp', '@img/', '@next/swc-', 'typescript', '@typescript/', 'esbuild', 'tsx']

/** Whether the image goes without a package. */
export function isExcludedPackage(name: string): boolean {
  return KEPT_OUT.some((known) => (/[/-]$/.test(known) ? name.startsWith(known) : name === known))
}

/** The package that a path below the repository belongs to; null if it is none. */
export function packageOf(path: string): string | null {
  return path.match(/^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? null
}
