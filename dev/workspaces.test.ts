import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allSources, importsOf, isOfSuites, readSource, sourcesIn } from './testing/sources'

const manifest = z.object({
  private: z.boolean().optional(),
  workspaces: z.array(z.string()).default([]),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})
const manifestOf = (folder: string) => manifest.parse(JSON.parse(readSource(`${folder}/package.json`)))

const ROOT = manifestOf('.')
const WORKSPACES = ROOT.workspaces.flatMap((pattern) =>
  pattern.endsWith('/*') ? packagesIn(pattern.slice(0, -2)) : pattern,
)
/** The workspaces of the repository itself: nobody installs them. */
const OWN = WORKSPACES.filter((folder) => manifestOf(folder).private)

/** What the servers of the local stack share: they serve this machine alone, and wait for each other. */
const SHARED = /^dev\/(refuse-web-page|wait-until)\.ts$/
/** What suites may import beside their workspace: the local stack, and how often a property is tried. */
const FOR_SUITES = /^(dev\/|server\/testing\/proof\.ts$)/
/** Suites of the contracts also test how the product encodes calls and reads outcomes. */
const FOR_SUITES_OF_CONTRACTS = /^server\/chains\/evm\//

/** Packages that no TypeScript imports: the compiler loads them. */
const OF_SOLIDITY = ['@openzeppelin/contracts', 'solc']

const known = new Set(allSources())

function packagesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
}

function isForTests(file: string): boolean {
  return isOfSuites(file) || file.includes('/conformance/')
}

/** The imports of a workspace that it could not take with it, as `from -> to`. */
function findForeign(folder: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const isForSuites = (target: string) =>
    FOR_SUITES.test(target) || (folder === 'contracts' && FOR_SUITES_OF_CONTRACTS.test(target))
  const isAllowed = (file: string, target: string) =>
    target.startsWith(`${folder}/`) || SHARED.test(target) || (isForTests(file) && isForSuites(target))
  return [...graph].flatMap(([file, targets]) =>
    targets.filter((target) => !isAllowed(file, target)).map((target) => `${file} -> ${target}`),
  )
}

const IMPORT = /^(?:(?:import|export)\b[^'\n]*|\} )from '([^'.][^']*)'|\bimport\s*\(?'([^'.][^']*)'/gm

/** The packages of the registry that a source imports. */
function packagesOf(file: string): string[] {
  return [...readSource(file).matchAll(IMPORT)].flatMap(([, from, loaded]) => {
    const target = from ?? loaded ?? ''
    return /^(?:node:|@\/)/.test(target) ? [] : (/^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? [])
  })
}

test('what needs nothing of the product is a workspace', () => {
  expect(OWN).toEqual(['packages/job-engine', 'packages/sandbox-bank', 'packages/solana-rpc', 'contracts'])
  expect(WORKSPACES).toEqual([...new Set(WORKSPACES)])
})

for (const folder of OWN) {
  const files = sourcesIn(folder)

  test(`${folder} imports nothing of the product`, () => {
    const graph = new Map(files.map((file) => [file, importsOf(file, known)]))
    expect(graph.size).toBeGreaterThan(5)
    expect(findForeign(folder, graph)).toEqual([])
  })

  test(`${folder} names each package that it imports, at the version of the repository`, () => {
    const { dependencies, devDependencies } = manifestOf(folder)
    // A dependency would be one of the deployed product, too.
    expect(dependencies).toEqual({})
    const imported = new Set([...files.flatMap(packagesOf), ...(folder === 'contracts' ? OF_SOLIDITY : [])])
    expect(Object.keys(devDependencies).sort()).toEqual([...imported].sort())
    const shared = { ...ROOT.devDependencies, ...ROOT.dependencies }
    expect(Object.entries(devDependencies).filter(([name, version]) => (shared[name] ?? version) !== version)).toEqual(
      [],
    )
  })
}

test('the image installs with the manifest of every workspace', () => {
  const [before = ''] = readSource('Dockerfile').split('RUN npm ci')
  expect(WORKSPACES.filter((folder) => !before.includes(`COPY ${folder}/package.json ${folder}/\n`))).toEqual([])
})

test('an import of the product is found', () => {
  const graph = new Map([
    ['packages/bank/serve.ts', ['packages/bank/state.ts', 'dev/refuse-web-page.ts', 'server/money/amount.ts']],
    ['packages/bank/ask.ts', ['dev/free-port.ts']],
    ['packages/bank/serve.test.ts', ['dev/free-port.ts', 'server/testing/proof.ts', 'server/money/amount.ts']],
  ])
  expect(findForeign('packages/bank', graph)).toEqual([
    'packages/bank/serve.ts -> server/money/amount.ts',
    'packages/bank/ask.ts -> dev/free-port.ts',
    'packages/bank/serve.test.ts -> server/money/amount.ts',
  ])
})
