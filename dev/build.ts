import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build as bundle } from 'esbuild'
import { generateContracts } from '../contracts/generate'
import { type PagesState, pagesStateFile } from '../front/pages-state'
import { hashSources } from './build-hash'
import { claimFile, releaseFile } from './claim-file'
import { compressStatics } from './compress-statics'
import { NODE_BUNDLE } from './node-bundle'
import { runCommand } from './run-command'
import { waitUntil } from './wait-until'

const BUNDLES = {
  front: 'front/server.ts',
  signer: 'signer/server.ts',
  engine: 'packages/job-engine/main.ts',
  migrate: 'deploy/migrate-main.ts',
  'asset-factory': 'deploy/deploy-asset-factory.ts',
  solana: 'packages/solana-rpc/main.ts',
} as const

const SOURCES = [
  'app',
  'registry',
  'schemas',
  'server',
  'transport',
  'db',
  'deploy',
  'components',
  'inngest',
  'front',
  'signer',
  'packages/job-engine',
  'packages/solana-rpc',
  'dev/build.ts',
  'dev/node-bundle.ts',
  'dev/compress-statics.ts',
  'contracts',
]
const SETTINGS = ['tsconfig.json', 'package-lock.json']

/** Changes no bundle, only the pages. */
const PAGES_SETTINGS = ['next.config.ts', 'tsconfig.next.json', 'postcss.config.mjs']

/**
 * The purpose of the pages: each kind also serves where an earlier one is wanted. `start`: built fast, without source
 * maps, its files compressed quickly. `test`: the same pages, their files as small as a deployment's, since suites
 * weigh them. `deploy`: with source maps.
 */
const KINDS = ['start', 'test', 'deploy'] as const
type BuildKind = (typeof KINDS)[number]
type BundleInput = { root: string; signal?: AbortSignal }
type PagesInput = BundleInput & { kind: BuildKind; onSpawn?: (pid: number) => void }
type Built = 'built' | 'unchanged'

/** Where a bundle of one of our processes ends up. */
export function bundleFile(root: string, name: keyof typeof BUNDLES): string {
  return join(root, 'dist', `${name}.mjs`)
}

/** Everything. Does nothing when nothing changed. */
export async function buildProject(input: PagesInput): Promise<Built> {
  const results = [await buildBundles(input), await buildPages(input)]
  return results.includes('built') ? 'built' : 'unchanged'
}

/**
 * Builds the contracts, and the bundles of all processes, which everything but the pages runs from. Does nothing when
 * nothing changed.
 */
export async function buildBundles({ root, signal }: BundleInput): Promise<Built> {
  return inTurn(join(root, 'dist', '.bundling'), signal, async () => {
    // Runs before the hash, which covers the generated files.
    generateContracts()
    const mark = join(root, 'dist', '.bundle-hash')
    const hash = hashSources(root, [...SOURCES, ...SETTINGS])
    const outputs = Object.keys(BUNDLES).map((name) => join(root, 'dist', `${name}.mjs`))
    if (readMark(mark) === hash && outputs.every((file) => existsSync(file))) return 'unchanged'
    rmSync(mark, { force: true })
    await bundleProcesses(root)
    writeFileSync(mark, hash)
    return 'built'
  })
}

/**
 * The Next build, which an app that runs meanwhile waits for. Does nothing when nothing changed. The contracts are made
 * already.
 */
export async function buildPages(input: PagesInput): Promise<Built> {
  const { root, kind, signal } = input
  // Once: thousands of files are read for it. What is edited after this moment is built at the next start.
  const hash = hashSources(root, [...SOURCES, ...SETTINGS, ...PAGES_SETTINGS])
  if (arePagesBuilt(root, hash, kind)) {
    writePagesState(root, 'built')
    return 'unchanged'
  }
  // Before another build in progress is waited for, so that no app takes what lies there for the pages.
  writePagesState(root, 'building')
  return inTurn(join(root, 'dist', '.building'), signal, async () => {
    try {
      const result = arePagesBuilt(root, hash, kind) ? 'unchanged' : await buildChangedPages(input, hash)
      writePagesState(root, 'built')
      return result
    } catch (error) {
      writePagesState(root, 'failed')
      throw error
    }
  })
}

async function buildChangedPages({ root, kind, signal, onSpawn }: PagesInput, hash: string): Promise<Built> {
  const mark = pagesMark(root)
  // The pages of a start lack nothing that a suite needs but the smaller files.
  const isHalfDone = kind === 'test' && builtKind(root, hash) === 'start'
  rmSync(mark, { force: true })
  if (!isHalfDone) {
    const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', BUILD_FOR: kind } as const
    await runCommand(process.execPath, [next, 'build'], { cwd: root, env, signal, onSpawn })
  }
  await compressStatics(join(root, '.next'), kind === 'start' ? 'fast' : 'small')
  writeFileSync(mark, `${hash} ${kind}`)
  return 'built'
}

function arePagesBuilt(root: string, hash: string, kind: BuildKind): boolean {
  const built = builtKind(root, hash)
  return built !== null && KINDS.indexOf(built) >= KINDS.indexOf(kind)
}

/** The purpose that the present pages were built for; null if there are none of these sources. */
function builtKind(root: string, hash: string): BuildKind | null {
  const [builtHash, kind] = readMark(pagesMark(root))?.split(' ') ?? []
  if (builtHash !== hash || !existsSync(join(root, '.next', 'BUILD_ID'))) return null
  return KINDS.find((known) => known === kind) ?? null
}

function pagesMark(root: string): string {
  return join(root, 'dist', '.build-hash')
}

function readMark(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function writePagesState(root: string, state: PagesState): void {
  const file = pagesStateFile(root)
  mkdirSync(dirname(file), { recursive: true })
  if (state === 'built') {
    rmSync(file, { force: true })
    return
  }
  writeFileSync(`${file}.${process.pid}`, state)
  renameSync(`${file}.${process.pid}`, file)
}

/** Builds of one folder run one after the other; a process that waited finds the result and has nothing left to do. */
async function inTurn<T>(lock: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(lock), { recursive: true })
  const claimed = await waitUntil(
    () => {
      signal?.throwIfAborted()
      return claimFile(lock) === null
    },
    { timeoutMs: 600_000, everyMs: 250 },
  )
  if (!claimed) throw new Error(`Another build has been running for ten minutes: end it, or remove ${lock}.`)
  try {
    return await work()
  } finally {
    releaseFile(lock)
  }
}

async function bundleProcesses(root: string): Promise<void> {
  await bundle({
    absWorkingDir: root,
    entryPoints: { ...BUNDLES },
    outdir: join(root, 'dist'),
    ...NODE_BUNDLE,
    sourcemap: true,
    // Stacks name lines; the lines themselves are three quarters of a map.
    sourcesContent: false,
  })
}

if (process.argv[1] === import.meta.filename) {
  const startedAt = Date.now()
  const kind = process.argv.includes('--for-tests') ? 'test' : 'deploy'
  const result = await buildProject({ root: process.cwd(), kind })
  console.log(`${result} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}
