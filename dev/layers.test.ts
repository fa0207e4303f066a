import { expect, test } from 'vitest'
import { findCircle } from './testing/find-circle'
import { allSources, importsOf, isOfSuites, readSource, sourcesIn } from './testing/sources'

/** The layers that make decisions, lowest first: a layer imports only those before it. */
const LAYERS = ['db', 'schemas', 'server', 'transport', 'registry']

/** The modules of `server` and `db` that schemas may import: texts, amounts and pages, which know no database. */
const BELOW_SCHEMAS = /^(server\/(text|money)\/|server\/(paging|parse-url)\.ts$|db\/capabilities\.ts$)/

const all = LAYERS.flatMap(sourcesIn)
const product = all.filter((file) => !isOfSuites(file))
const known = new Set(all)
const imports = new Map(product.map((file) => [file, importsOf(file, known)]))

/** Imports of a layer above, or of anything but their ground by schemas, as `from -> to`. */
function findUpward(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const heightOf = (file: string) => LAYERS.indexOf(file.split('/')[0] ?? '')
  const isGround = (file: string) => BELOW_SCHEMAS.test(file) || file.startsWith('schemas/')
  return [...graph].flatMap(([file, targets]) =>
    targets
      .filter((target) =>
        file.startsWith('schemas/') ? !isGround(target) : heightOf(target) > Math.max(heightOf(file), 1),
      )
      .map((target) => `${file} -> ${target}`),
  )
}

/** The imports between folders of `server`. A file outside of these folders is a node alone. */
function betweenFolders(graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const folderOf = (file: string) => file.split('/', 2).join('/')
  const between = new Map<string, string[]>()
  for (const [file, targets] of graph) {
    const folder = folderOf(file)
    const others = targets.map(folderOf).filter((target) => target.startsWith('server/') && target !== folder)
    if (folder.startsWith('server/')) between.set(folder, [...(between.get(folder) ?? []), ...others])
  }
  return between
}

test('no layer imports one above it', () => {
  expect([...imports.values()].flat().length).toBeGreaterThan(product.length)
  expect(findUpward(imports)).toEqual([])
})

test('no folder of the server imports itself through others', () => {
  expect(betweenFolders(imports).size).toBeGreaterThan(40)
  expect(findCircle(betweenFolders(imports))).toBeNull()
})

/** Lists of three words and more that a source spells out, each as its words in order. */
function listsIn(source: string): string[] {
  return [...source.matchAll(/\[((?:\s*'[\w-]+',?){3,})\s*\]/g)].map(([, list = '']) =>
    [...list.matchAll(/'([\w-]+)'/g)].map(([, word]) => word).join(' '),
  )
}

test('the database takes its lists of states from the schemas', () => {
  const inSchemas = new Set(
    product.filter((file) => file.startsWith('schemas/')).flatMap((file) => listsIn(readSource(file))),
  )
  expect(inSchemas).toContain('PENDING COMPLETED FAILED')
  const twice = sourcesIn('db/schema').flatMap((file) =>
    listsIn(readSource(file))
      .filter((list) => inSchemas.has(list))
      .map((list) => `${file}: ${list}`),
  )
  expect(twice).toEqual([])
  expect(listsIn("enum: ['PENDING', 'COMPLETED', 'FAILED']")).toEqual(['PENDING COMPLETED FAILED'])
})

test('only suites import what suites use', () => {
  const ofSuites = [...imports].flatMap(([file, targets]) =>
    targets.filter(isOfSuites).map((target) => `${file} -> ${target}`),
  )
  expect(ofSuites).toEqual([])
})

/** What proves the product: folders that share only the files beside them. */
function findIntoProofs(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const proofOf = (file: string) => /^e2e\/[^/]+\//.exec(file)?.[0]
  return [...graph].flatMap(([file, targets]) =>
    targets
      .filter((target) => target.startsWith('e2e/'))
      .filter((target) => !file.startsWith('e2e/') || (proofOf(target) ?? proofOf(file)) !== proofOf(file))
      .map((target) => `${file} -> ${target}`),
  )
}

test('nothing imports a proof of e2e, and none imports another', () => {
  const sources = allSources()
  const everything = new Set(sources)
  const graph = new Map(sources.map((file) => [file, importsOf(file, everything)]))
  expect(findIntoProofs(graph)).toEqual([])
  const wrong = new Map([
    ['e2e/faults/scenarios/load.ts', ['e2e/faults/scenario.ts', 'e2e/percentile.ts', 'e2e/bench/main.ts']],
    ['e2e/sign-in.ts', ['e2e/page-paths.ts', 'e2e/portal/stack.ts']],
    ['server/testing/local-chain.ts', ['e2e/sign-in.ts']],
  ])
  expect(findIntoProofs(wrong)).toEqual([
    'e2e/faults/scenarios/load.ts -> e2e/bench/main.ts',
    'e2e/sign-in.ts -> e2e/portal/stack.ts',
    'server/testing/local-chain.ts -> e2e/sign-in.ts',
  ])
})

test('an upward import and a circle of folders are found', () => {
  const graph = new Map([
    ['server/ledger/hold.ts', ['transport/wallets/router.ts', 'server/engine/worker.ts', 'schemas/ledger/contract.ts']],
    ['server/engine/worker.ts', ['server/ledger/journal.ts']],
    ['schemas/wallets/contract.ts', ['server/wallets/view.ts', 'server/text/field.ts']],
    ['transport/wallets/endpoints.ts', ['server/api/endpoint.ts', 'registry/endpoints.ts']],
    ['db/schema/wallets.ts', ['schemas/wallets/words.ts', 'server/wallets/view.ts']],
  ])
  expect(findUpward(graph)).toEqual([
    'server/ledger/hold.ts -> transport/wallets/router.ts',
    'schemas/wallets/contract.ts -> server/wallets/view.ts',
    'transport/wallets/endpoints.ts -> registry/endpoints.ts',
    'db/schema/wallets.ts -> server/wallets/view.ts',
  ])
  expect(findCircle(betweenFolders(graph))).toEqual(['server/ledger', 'server/engine', 'server/ledger'])
})

test('schemas, which pages load, reach no module of Node', () => {
  const reached = new Set(product.filter((file) => file.startsWith('schemas/')))
  for (const file of reached) for (const target of imports.get(file) ?? []) reached.add(target)
  expect(reached.size).toBeGreaterThan(100)
  expect([...reached].filter((file) => /from 'node:/.test(readSource(file)))).toEqual([])
})
