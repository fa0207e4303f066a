import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build as bundle } from 'esbuild'
import { generateContracts } from '../contracts/generate'
import { hashSources } from './build-hash'
import { claimFile, releaseFile } from './claim-file'
import { compressStatics } from './compress-statics'
import { NODE_BUNDLE } from './node-bundle'
import { runCommand } from './run-command'
import { waitUntil } from './wait-until'

const BUNDLES = {
  front: 'front/server.ts',
  engine: 'dev/engine/main.ts',
  migrate: 'deploy/migrate-main.ts',
  solana: 'dev/chains/solana/main.ts',
} as const

const SOURCES = [
  'app',
  'server',
  'db',
  'deploy',
  'components',
  'inngest',
  'front',
  'dev/engine',
  'dev/chains/solana',
  'dev/build.ts',
  'dev/node-bundle.ts',
  'dev/compress-statics.ts',
  'contracts',
]
const SETTINGS = ['next.config.ts', 'postcss.config.mjs', 'tsconfig.json', 'package-lock.json']

type BuildInput = { root: string; pages: boolean; signal?: AbortSignal }

/** Where a bundle of one of our processes ends up. */
export function bundleFile(root: string, name: keyof typeof BUNDLES): string {
  return join(root, 'dist', `${name}.mjs`)
}

/** Contracts, bundles and, unless the dev server makes the pages, the Next build. Does nothing when nothing changed. */
export async function buildProject(input: BuildInput): Promise<'built' | 'unchanged'> {
  const release = await claimBuild(input)
  try {
    return await buildWhatChanged(input)
  } finally {
    release()
  }
}

async function buildWhatChanged({ root, pages, signal }: BuildInput): Promise<'built' | 'unchanged'> {
  // Before the hash, which covers what it writes.
  generateContracts()
  const mark = join(root, 'dist', pages ? '.build-hash' : '.bundle-hash')
  const hash = hashSources(root, [...SOURCES, ...SETTINGS])
  const outputs = Object.keys(BUNDLES).map((name) => join(root, 'dist', `${name}.mjs`))
  if (pages) outputs.push(join(root, '.next', 'BUILD_ID'))
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash && outputs.every((file) => existsSync(file))) {
    return 'unchanged'
  }

  rmSync(mark, { force: true })
  await bundleProcesses(root)
  if (pages) {
    const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
    const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
    await runCommand(process.execPath, [next, 'build'], { cwd: root, env, signal })
    await compressStatics(join(root, '.next'))
  }
  writeFileSync(mark, hash)
  return 'built'
}

/** Builds of one folder go one after the other; whoever waited finds the result and has nothing left to do. */
async function claimBuild({ root, signal }: BuildInput): Promise<() => void> {
  const lock = join(root, 'dist', '.building')
  mkdirSync(dirname(lock), { recursive: true })
  const claimed = await waitUntil(
    () => {
      signal?.throwIfAborted()
      return claimFile(lock) === null
    },
    { timeoutMs: 600_000, everyMs: 250 },
  )
  if (!claimed) throw new Error(`Another build has been running for ten minutes: end it, or remove ${lock}.`)
  return () => releaseFile(lock)
}

async function bundleProcesses(root: string): Promise<void> {
  await bundle({
    absWorkingDir: root,
    entryPoints: { ...BUNDLES },
    outdir: join(root, 'dist'),
    ...NODE_BUNDLE,
    sourcemap: true,
  })
}

if (process.argv[1] === import.meta.filename) {
  const startedAt = Date.now()
  const result = await buildProject({ root: process.cwd(), pages: true })
  console.log(`${result} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}
