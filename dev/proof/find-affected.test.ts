import { expect, it } from 'vitest'
import { findAffected } from './find-affected'
import { readImportGraph } from './import-graph'
import { readPathsOf } from './read-paths'

const graph = new Map([
  ['server/a.test.ts', ['server/a.ts']],
  ['server/a.ts', ['server/shared.ts']],
  ['server/b.test.ts', ['server/b.ts', 'db/migrate.ts']],
  ['server/b.ts', ['server/a.ts']],
  ['dev/docs.test.ts', []],
])
const suites = [
  { file: 'server/a.test.ts', reads: [] },
  { file: 'server/b.test.ts', reads: [] },
  { file: 'dev/docs.test.ts', reads: 'all sources' as const },
]
const affectedBy = (...changed: string[]) => findAffected(suites, { graph, changed })

it('finds the suites that import what changed, at any depth, and those that read all sources', () => {
  expect(affectedBy('server/b.ts')).toEqual(['server/b.test.ts', 'dev/docs.test.ts'])
  expect(affectedBy('server/shared.ts')).toEqual(['server/a.test.ts', 'server/b.test.ts', 'dev/docs.test.ts'])
  expect(affectedBy('server/a.test.ts')).toEqual(['server/a.test.ts', 'dev/docs.test.ts'])
})

it('finds of those that load a list only what goes through it or stands in the room of the change', () => {
  const list = 'registry/endpoints.ts'
  const entry = 'server/payments/subscribe.ts'
  const caller = 'server/testing/call.ts'
  const rooms = ['registry/all.test.ts', 'server/payments/calls.test.ts', 'server/wallets/calls.test.ts']
  const withLists = new Map([
    [rooms[0] ?? '', [list]],
    ...rooms.slice(1).map((file): [string, string[]] => [file, [caller]]),
    ['server/wallets/uses.test.ts', [entry]],
    [caller, [list]],
    [list, [entry, 'server/wallets/list.ts']],
  ])
  const all = [...rooms, 'server/wallets/uses.test.ts'].map((file) => ({ file, reads: [] }))
  const affected = (changed: string) => findAffected(all, { graph: withLists, changed: [changed] })
  expect(affected(entry)).toEqual([rooms[0], rooms[1], 'server/wallets/uses.test.ts'])
  expect(affected('server/wallets/list.ts')).toEqual([rooms[0], rooms[2]])
  expect(affected(list)).toEqual([rooms[0], rooms[1], rooms[2]])
})

it('finds the suites with a database where the schema changed', () => {
  expect(affectedBy('db/migrations/0001_first.sql')).toEqual(['server/b.test.ts', 'dev/docs.test.ts'])
})

it('finds every suite where a package or the set-up of tests changed, and none where nothing did', () => {
  expect(affectedBy('package-lock.json')).toHaveLength(3)
  expect(affectedBy('dev/testing/fresh-process.ts')).toHaveLength(3)
  expect(affectedBy()).toEqual([])
})

it('finds a suite that reads files if it names the file, its folder or its name', () => {
  const suite = { file: 'dev/files.test.ts', reads: ['compose.yaml', 'deploy/kubernetes', 'README.md'] }
  const affected = (changed: string) => findAffected([suite], { graph: new Map(), changed: [changed] })
  expect(affected('compose.yaml')).toHaveLength(1)
  expect(affected('deploy/kubernetes/deployment.yaml')).toHaveLength(1)
  expect(affected('server/payments/README.md')).toHaveLength(1)
  expect(affected('deploy/kubernetes.md')).toEqual([])
  expect(affected('server/a.ts')).toEqual([])
})

it('finds what a suite reads in its text', () => {
  const reads = (...lines: string[]) => readPathsOf('dev/proof/sample.test.ts', lines.join('\n'))
  expect(reads("import { a } from './read-paths'", "expect(a('package.json')).toBe(1)")).toEqual([])
  expect(reads("readFileSync('compose.yaml')", "readFileSync(join(ROOT, 'docs/runbooks', name))")).toEqual([
    'compose.yaml',
    'docs/runbooks',
  ])
  expect(reads("readFileSync(new URL('./stages.ts', import.meta.url))")).toEqual(['dev/proof/stages.ts'])
  expect(reads("readFileSync(join(home, 'secrets.json'))")).toEqual(['dev/proof'])
  expect(reads('for (const file of allSources()) readSource(file)')).toBe('all sources')
})

it('leaves the fault runs out unless one of their files changed', () => {
  const suite = { file: 'e2e/faults/events/reorgs.test.ts', reads: [] }
  const faults = new Map([[suite.file, ['server/a.ts', 'e2e/faults/chain.ts']]])
  const affected = (...changed: string[]) => findAffected([suite], { graph: faults, changed })
  expect(affected('server/a.ts')).toEqual([])
  expect(affected('server/a.ts', 'e2e/faults/chain.ts')).toHaveLength(1)
})

it('reads what a file of the repository imports, but no packages and no types', async () => {
  const read = await readImportGraph(process.cwd(), ['dev/proof/find-affected.ts'])
  expect(read.get('dev/proof/find-affected.ts')).toEqual(['dev/proof/import-graph.ts', 'dev/proof/read-paths.ts'])
  expect(read.get('dev/proof/import-graph.ts')).toEqual(['dev/node-bundle.ts'])
})
