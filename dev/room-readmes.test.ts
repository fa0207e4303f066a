import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
/** The rooms that are too large to find one's way in by file names alone. */
const ROOMS = ['api', 'chains', 'engine', 'indexer', 'ledger', 'payments', 'tokens', 'transactions', 'webhooks'].map(
  (name) => `server/${name}`,
)
/** What proves the product as a whole. */
const PROOFS = ['e2e/bench', 'e2e/faults']
/** The workspaces that nobody installs. */
const WORKSPACES = ['contracts', ...['job-engine', 'sandbox-bank', 'solana-rpc'].map((name) => `packages/${name}`)]

/** The paths a README names, in code spans and links: all that has a folder or a file extension. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span)
  const links = [...text.matchAll(/\]\(([^)#\s]+)\)/g)].map(([, link = '']) => link)
  return [...spans.filter((span) => /^[\w.-]+(\/[\w.-]+)*(\/|\.(ts|sql))$|^[\w-]+(\/[\w.-]+)+$/.test(span)), ...links]
}

/** Those that exist neither from the room nor from the root of the repository. */
function findMissing(room: string, text: string): string[] {
  return pathsIn(text).filter((path) => !existsSync(join(ROOT, room, path)) && !existsSync(join(ROOT, path)))
}

for (const room of [...ROOMS, 'db', ...PROOFS, ...WORKSPACES])
  test(`the README of ${room} is 20 to 40 lines, and each path it names exists`, () => {
    const text = readFileSync(join(ROOT, room, 'README.md'), 'utf8')
    const lines = text.trimEnd().split('\n').length
    expect(lines).toBeGreaterThanOrEqual(20)
    expect(lines).toBeLessThanOrEqual(40)
    expect(pathsIn(text).length).toBeGreaterThanOrEqual(8)
    expect(findMissing(room, text)).toEqual([])
  })

for (const page of ['transfer', 'payment', 'mint'].map((what) => `follow-a-${what}`).concat('follow-an-event'))
  test(`each path that docs/${page}.md names exists`, () => {
    const text = readFileSync(join(ROOT, 'docs', `${page}.md`), 'utf8')
    expect(pathsIn(text).length).toBeGreaterThanOrEqual(25)
    expect(findMissing('docs', text)).toEqual([])
  })

test('a path that does not exist is found', () => {
  const text =
    '`journal.ts`, `statement/`, `db/ledger.sql`, `gone.ts`, `away/`, `server/none`, [docs](../../docs/none.md), `reserved`, `/v1/x`'
  expect(findMissing('server/ledger', text)).toEqual(['gone.ts', 'away/', 'server/none', '../../docs/none.md'])
})
