import { cpSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildProject } from '../build'
import { isExcludedPackage, packageOf } from './excluded-packages'
import { filesBelow } from './files-below'
import { thirdPartyNotices } from './third-party-notices'

/** The programs that the image runs. */
export const PROGRAMS = ['dist/front.mjs', 'dist/migrate.mjs', 'dist/signer.mjs', 'dist/asset-factory.mjs']
/** Read at run time by name, so that no trace knows of it. */
const READ_BY_NAME = [
  ...['.next/server', '.next/static', '.next/static-index.json', 'db/migrations', 'docs/runbooks'],
  'node_modules/tiny-secp256k1/lib/secp256k1.wasm',
]
/** Next's own start, and what only drizzle-kit reads. */
const NOT_READ = /^server\.js$|^db\/migrations\/meta\/\d+_snapshot\.json$/

/**
 * Builds a deployment and puts everything it runs from into `dist/image`: the last stage of the Dockerfile holds that
 * folder and nothing else of ours. Answers the bytes of each of its parts.
 */
export async function makeImage(root: string): Promise<{ folder: string; bytes: Record<string, number> }> {
  await buildProject({ root, kind: 'deploy' })
  const folder = join(root, 'dist', 'image')
  rmSync(folder, { recursive: true, force: true })
  copy(join(root, '.next', 'standalone'), folder)
  const sql = readdirSync(join(root, 'db')).filter((name) => name.endsWith('.sql'))
  const others = [
    ...(await tracePrograms(root, PROGRAMS)),
    ...PROGRAMS.flatMap((program) => [program, `${program}.map`]),
    ...READ_BY_NAME,
    ...sql.map((name) => `db/${name}`),
  ]
  for (const path of others) copy(join(root, path), join(folder, path))
  const paths = filesBelow(folder)
  for (const path of paths.filter((path) => NOT_READ.test(path))) rmSync(join(folder, path))
  refuseKeptOut(paths)
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(root, folder))
  return { folder, bytes: bytesOf(folder) }
}

/** Links stay links: Next finds packages by those it made below .next/node_modules. */
function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function refuseKeptOut(paths: readonly string[]): void {
  const found = new Set(paths.map(packageOf).filter((name) => name !== null && isExcludedPackage(name)))
  if (found.size > 0)
    throw new Error(`The image would hold ${[...found].join(', ')}: see dev/image/excluded-packages.ts.`)
}

function bytesOf(folder: string): Record<string, number> {
  const bytes: Record<string, number> = {}
  for (const path of filesBelow(folder)) {
    const part = path.split('/')[0] ?? path
    bytes[part] = (bytes[part] ?? 0) + lstatSync(join(folder, path)).size
  }
  return bytes
}

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
async function tracePrograms(root: string, programs: readonly string[]): Promise<string[]> {
  const { fileList } = await nodeFileTrace(programs, { base: root, processCwd: root, ignore: isNotOurs })
  return [...fileList].filter((path) => !programs.includes(path))
}

/** Paths outside of packages are what programs name when they run: following them would copy the repository. */
function isNotOurs(path: string): boolean {
  const name = packageOf(path)
  return name === null ? !path.startsWith('dist/') : name === 'next' || isExcludedPackage(name)
}

if (process.argv[1] === import.meta.filename) {
  const { bytes } = await makeImage(process.cwd())
  for (const [part, size] of Object.entries(bytes)) console.log(`${(size / 1e6).toFixed(1).padStart(7)} MB  ${part}`)
}
