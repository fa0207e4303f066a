import { createRequire } from 'node:module'
import { isExcludedPackage, packageOf } from './excluded-packages'

type Trace = (
  files: readonly string[],
  options: { base: string; processCwd: string; ignore: (path: string) => boolean },
) => Promise<{ fileList: ReadonlySet<string> }>

// The copy of @vercel/nft that Next traces its pages with.
const { nodeFileTrace }: { nodeFileTrace: Trace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft')

/**
 * The files of packages that programs need at run time, as paths below `root`. The build's own traces list what `next`
 * needs.
 */
export async function tracePrograms(root: string, programs: readonly string[]): Promise<string[]> {
  const { fileList } = await nodeFileTrace(programs, { base: root, processCwd: root, ignore: isNotOurs })
  return [...fileList].filter((path) => !programs.includes(path))
}

/** Paths outside of packages are what programs name when they run: following them would copy the repository. */
function isNotOurs(path: string): boolean {
  const name = packageOf(path)
  return name === null ? !path.startsWith('dist/') : name === 'next' || isExcludedPackage(name)
}
