import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '@/db/schema'
import { isOfSuites, readSource, sourcesIn } from './testing/sources'

type Variable = keyof typeof schema

/** The one room of `server` that writes each table; others call its verbs. A transaction is accepted by its noun, put by the queue and carried by the engine. */
const OWNERS = {
  alarms: ['alarms'],
  heartbeats: ['alarms'],
  unknownErrors: ['alarms'],
  auditLog: ['audit'],
  businesses: ['businesses'],
  chains: ['chains'],
  chainBlocks: ['chains'],
  chainCursors: ['chains'],
  chainHeads: ['chains'],
  chainTokens: ['chains'],
  rpcEndpoints: ['chains'],
  walletSeeds: ['custody'],
  apiKeys: ['keys'],
  signingKeys: ['keys'],
  ledgerAccounts: ['ledger'],
  ledgerEntries: ['ledger'],
  ledgerJournals: ['ledger'],
  ledgerOpenJournals: ['ledger'],
  memberships: ['people'],
  sessions: ['people'],
  signInFailures: ['people'],
  users: ['people'],
  plans: ['plans'],
  products: ['plans'],
  subscriptions: ['subscriptions'],
  policies: ['policies'],
  approvals: ['approvals'],
  priceSources: ['prices'],
  ipAllowlist: ['projects'],
  projects: ['projects'],
  platformSettings: [],
  idempotencyKeys: ['api'],
  rateBuckets: ['api'],
  rateWindows: ['api'],
  requestLog: ['api'],
  gasBudgetCosts: ['sponsorship'],
  gasBudgetDays: ['sponsorship'],
  gasBudgets: ['sponsorship'],
  gasBudgetShares: ['sponsorship'],
  lanes: ['queue', 'engine'],
  transactionAttempts: ['engine'],
  transactions: ['queue', 'engine', 'transactions'],
  walletCounters: ['wallets'],
  wallets: ['wallets'],
  webhookAttempts: ['webhooks'],
  webhookMessages: ['webhooks'],
} as const satisfies Partial<Record<Variable, readonly string[]>>

/** Columns that another room writes because they move in one statement with its own rows. */
const LENT = { sponsorship: { table: 'transactions', columns: /^(gas_budget_\w+|updated_at)$/ } }

const TABLES = new Map(
  Object.entries(schema).flatMap(([variable, value]) => (is(value, PgTable) ? [[variable, getTableName(value)]] : [])),
)
const BY_NAME = new Map<string, string>([...TABLES].map(([variable, name]) => [name, variable]))

type Write = { variable: string; columns: string[] }

/** What a source writes, through Drizzle or in SQL of its own. */
function writesOf(text: string): Write[] {
  const built = [...text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)].map(([, variable = '']) => variable)
  const embedded = [...text.matchAll(/\b(?:insert into|update|delete from)\s+\$\{(\w+)\}/gi)].map(
    ([, name = '']) => name,
  )
  const written = [...text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)([^`]*)/gi)].flatMap(
    ([, name = '', rest = '']) => {
      const variable = BY_NAME.get(name)
      return variable ? [{ variable, columns: columnsOf(rest) }] : []
    },
  )
  const named = [...built, ...embedded].filter((variable) => TABLES.has(variable))
  return [...named.map((variable) => ({ variable, columns: [] })), ...written]
}

/** The columns an `update ... set` sets; none for other statements. */
function columnsOf(rest: string): string[] {
  const set = /^(?:\s+\w+)?\s+set\s+([\s\S]*?)(?:\bfrom\b|\bwhere\b|$)/i.exec(rest)?.[1] ?? ''
  return [...set.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].map(([, column = '']) => column)
}

function findBreaches(file: string, text: string): string[] {
  const room = file.split('/')[0] === 'server' ? (file.split('/')[1] ?? '') : file
  const owners: Partial<Record<string, readonly string[]>> = OWNERS
  return writesOf(text).flatMap(({ variable, columns }) => {
    if (owners[variable]?.includes(room) || isLent(room, variable, columns)) return []
    return [`${file} writes ${variable}`]
  })
}

function isLent(room: string, variable: string, columns: string[]): boolean {
  const lent = room === 'sponsorship' ? LENT.sponsorship : null
  return lent?.table === variable && columns.length > 0 && columns.every((column) => lent.columns.test(column))
}

test('every table has its owner', () => {
  expect(Object.keys(OWNERS).sort()).toEqual([...TABLES.keys()].sort())
})

test('a noun never writes another’s tables', () => {
  const files = ['server', 'app', 'front', 'inngest', 'components']
    .flatMap(sourcesIn)
    .filter((file) => !isOfSuites(file))
  const all = files.flatMap((file) => writesOf(readSource(file)))
  expect(new Set(all.map(({ variable }) => variable)).size).toBeGreaterThan(30)
  expect(files.flatMap((file) => findBreaches(file, readSource(file)))).toEqual([])
})

test('a breach is found, however it is written', () => {
  const file = 'server/approvals/approve.ts'
  expect(findBreaches(file, 'await ctx.db\n    .update(wallets)\n    .set({})')).toEqual([`${file} writes wallets`])
  expect(findBreaches(file, 'sql`with a as (select 1) update wallets w set x = 1`')).toEqual([`${file} writes wallets`])
  expect(findBreaches(file, 'sql`delete from $' + '{wallets} where true`')).toEqual([`${file} writes wallets`])
  expect(findBreaches(file, 'sql`select * from wallets for update of w`')).toEqual([])
  const lent = 'sql`update transactions t set gas_budget_micros = 1, updated_at = now() where true`'
  expect(findBreaches('server/sponsorship/a.ts', lent)).toEqual([])
  const taken = 'sql`update transactions t set gas_budget_micros = 1, stage = 2 where true`'
  expect(findBreaches('server/sponsorship/a.ts', taken)).toEqual(['server/sponsorship/a.ts writes transactions'])
})
