import { expect, test } from 'vitest'
import { importsOf, isOfSuites, sourcesIn } from './testing/sources'

/**
 * The rooms of `server`, from the ground up: each imports only what stands before it, so no two depend on each other. A noun has up to
 * five floors: its `faces` (contract and words, which know no database), its own room, its `rims` (router and endpoints, which open it to the
 * doors, and acts, which hand what was decided to other nouns), its `attempts` (what it adds to the statement that records an attempt to deliver a message of it), and its `endings` (what it does in the database transaction that ends transactions of its types), which the engine calls; what it does in the one that confirms deposits is a `hearing`, which their follower calls.
 */
const FLOORS = [
  'text',
  'the ground',
  'money',
  'faces',
  'alarms',
  'audit',
  'jobs',
  'egress',
  'chains',
  'recovery',
  'custody',
  'installation',
  'attempts',
  'webhooks',
  'mail',
  'channels',
  'businesses',
  'people',
  'usage',
  'projects',
  'keys',
  'api',
  'trpc',
  'proposals',
  'team',
  'plans',
  'subscriptions',
  'prices',
  'fx',
  'ledger',
  'sponsorship',
  'wallets',
  'policies',
  'queue',
  'platform',
  'endings',
  'engine',
  'approvals',
  'suspension',
  'transactions',
  'lanes',
  'faucet',
  'requests',
  'hearings',
  'deposits',
  'payments',
  'indexer',
  'tokens',
  'search',
  'rims',
  'registry',
]

const IS_NO_NOUN = new Set(['text', 'money', 'registry'])
/** Rooms of the ground itself. */
const GROUND = new Set(['database', 'environment', 'metrics', 'refusals', 'tracing', 'waking'])

function floorOf(file: string): string {
  const [, room = '', name = ''] = file.split('/')
  if (name === '' || GROUND.has(room)) return 'the ground'
  if (IS_NO_NOUN.has(room)) return room
  if (/\/(contract|words)\.ts$/.test(file)) return 'faces'
  if (name === 'on-ended.ts' && room !== 'engine') return 'endings'
  if (name === 'on-deposits.ts') return 'hearings'
  if (name === 'on-attempt.ts' && room !== 'webhooks') return 'attempts'
  if (/^(router|endpoints|acts)\.ts$/.test(name)) return 'rims'
  return room
}

/** The imports that go up, as `from -> to`. */
function findUpward(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const heightOf = (file: string) => FLOORS.indexOf(floorOf(file))
  return [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => heightOf(target) > heightOf(file)).map((target) => `${file} -> ${target}`),
  )
}

const files = sourcesIn('server').filter((file) => !isOfSuites(file))

test('every room of the server has its floor', () => {
  expect([...new Set(files.map(floorOf))].filter((floor) => !FLOORS.includes(floor))).toEqual([])
})

test('no room imports one above it', () => {
  const known = new Set(files)
  const imports = new Map(files.map((file) => [file, importsOf(file, known)]))
  expect([...imports.values()].flat().length).toBeGreaterThan(files.length)
  expect(findUpward(imports)).toEqual([])
})

test('what suites use is imported by suites alone', () => {
  const all = sourcesIn('server')
  const known = new Set(all)
  const ofSuites = files.flatMap((file) =>
    importsOf(file, known)
      .filter(isOfSuites)
      .map((target) => `${file} -> ${target}`),
  )
  expect(ofSuites).toEqual([])
})

test('an import that goes up is found', () => {
  const imports = new Map([
    ['server/ledger/hold.ts', ['server/engine/evm/pump-chain.ts', 'server/ctx.ts']],
    ['schemas/wallets/contract.ts', ['server/wallets/view.ts']],
    ['transport/wallets/endpoints.ts', ['server/api/endpoint.ts', 'registry/endpoints.ts']],
  ])
  expect(findUpward(imports)).toEqual([
    'server/ledger/hold.ts -> server/engine/evm/pump-chain.ts',
    'schemas/wallets/contract.ts -> server/wallets/view.ts',
    'transport/wallets/endpoints.ts -> registry/endpoints.ts',
  ])
})
