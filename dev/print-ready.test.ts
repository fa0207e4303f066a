import { afterEach, expect, it, vi } from 'vitest'
import { printReady } from './print-ready'
import type { StackFacts } from './stack-file'

const signIn = { email: 'a@slipway.test', password: 'x' }
const facts: StackFacts = {
  baseUrl: 'http://127.0.0.1:3000',
  demo: { businessId: 'b', projectId: 'p', liveKey: 'sk_live_1', testKey: 'sk_test_1' },
  signIns: { operator: signIn, support: signIn, owner: signIn, developer: signIn, viewer: signIn },
  evm: [],
  solana: [],
  databaseUrl: 'postgres://slipway:secret@127.0.0.1:54329/slipway',
  jobEngineUrl: 'http://127.0.0.1:8288',
  bank: null,
  pids: {},
}

afterEach(() => vi.restoreAllMocks())

/** The text that the terminal shows for these facts. */
function shown(pages: StackFacts['pages']): string {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  printReady({ ...facts, pages }, { file: 'stack.json', seconds: '12.3' })
  return print.mock.calls.flat().join('\n')
}

it('says that the API is ready and what is still coming', () => {
  const table = shown('building')
  expect(table).toContain('The API of Slipway is ready after 12.3 s')
  expect(table).toMatch(/Portal {2,}http:\/\/127\.0\.0\.1:3000 {3}\(being built: less than a minute more\)/)
  expect(table).toMatch(/API {2,}http:\/\/127\.0\.0\.1:3000\/v1\n/)
  expect(table).toContain('First steps, from this key to a webhook: http://127.0.0.1:3000/docs/guides/quickstart\n')
  expect(table).toMatch(/API reference {2,}http:\/\/127\.0\.0\.1:3000\/docs {3}\(being built/)
})

it('says that a build failed', () => {
  expect(shown('failed')).toMatch(/Portal {2,}http:\/\/127\.0\.0\.1:3000 {3}\(could not be built, see above\)/)
})

it.each(['ready', undefined] as const)('says no more where everything is there (%s)', (pages) => {
  const table = shown(pages)
  expect(table).toContain('Slipway is ready after 12.3 s')
  expect(table).toMatch(/Portal {2,}http:\/\/127\.0\.0\.1:3000\n/)
  expect(table).not.toContain(':secret@')
})
