import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { type PgColumn, PgTable, PgTimestamp } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import superjson from 'superjson'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import * as schema from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { ENDPOINTS } from '@/server/registry/endpoints'
import { appRouter } from '@/server/registry/procedures'
import { type DamagedWorld, openDamagedWorld } from '@/server/testing/damaged-world'
import { exampleCall } from '@/server/testing/examples'
import { openDatabase } from '@/server/testing/open-database'
import { callPortal } from '@/server/testing/portal-caller'
import { TOKEN_EXAMPLES } from '@/server/testing/token-examples'

const procedures = z
  .record(z.string(), z.custom<{ _def: { type: string; meta?: { access: string } } }>())
  .parse(appRouter._def.procedures)
const QUERIES = Object.keys(procedures).filter((path) => procedures[path]?._def.type === 'query')
const READS = ENDPOINTS.filter(({ method, auth }) => method === 'GET' && auth === 'liveKey')
const TABLES = Object.values(schema).filter((value) => is(value, PgTable))

/** What no list shows anything of; without `signing_keys` nobody gets in. */
const UNSEEN = [
  'chain_blocks',
  'heartbeats',
  'ledger_open_journals',
  'platform_settings',
  'rate_buckets',
  'rate_windows',
  'sign_in_failures',
  'signing_keys',
  'unknown_errors',
]

/** What a payment's page adds up: without one of its rows the page would tell sums that are wrong, and so it tells none. */
const PARTS_OF_A_PAYMENT = ['payments', 'deposit_accounts', 'payment_receipts', 'payment_refunds']

/** Pages of one token, and what of it is told whole or not at all. */
const OF_A_TOKEN = [
  'get',
  'getYield',
  'listHolders',
  'exportHolders',
  'listRegisteredWallets',
  'listOperations',
  'getOperation',
]
const PARTS_OF_A_TOKEN = [
  ...OF_A_TOKEN.map((page) => `tokens tokens.${page}`),
  'token_operations tokens.getOperation',
  'token_items tokens.getOperation',
  'token_payouts tokens.getYield',
]

/** The damaged plan is the one that grants these: what it would grant nobody can tell. */
const GRANTED_BY_IT = READS.filter(({ path }) => path.startsWith('/v1/tokens')).map(
  ({ path }) => `subscriptions ${path}`,
)

const HANDED_ON = 'hands it on'

/** Pages about the damaged row itself: they have no neighbour to show, and still hand no nonsense on. */
const ITS_OWN_PAGE = [
  ...PARTS_OF_A_PAYMENT.flatMap((table) => [`${table} payments.get`, `${table} payments.getAny`]),
  ...PARTS_OF_A_TOKEN,
  ...GRANTED_BY_IT,
  'policies policies.get',
  'wallets wallets.get',
  'wallets wallets.getBalances',
  'wallets /v1/wallet/hd/address-index/{addressIndex}',
  'wallets /v1/wallet/hd/address-index/{addressIndex}/balances',
]

const OWN: Record<string, object> = {
  'ledger.getStatement': { from: '2026-01-01', to: '2099-12-31' },
  'ledger.listStatementLines': { from: '2026-01-01', to: '2099-12-31', after: null },
  'ledger.listEntries': { currency: 'NGN', kind: 'suspense' },
  'alarms.list': { state: 'open' },
  'approvals.list': { state: 'pending' },
  'payments.quote': { wish: { purpose: 'SUBSCRIPTION', planId: 1, billingCycle: 'MONTHLY' } },
  'policies.get': { scope: 'project' },
  'policies.listChanges': { scope: 'project' },
  'tokens.preview': TOKEN_EXAMPLES['POST /v1/tokens']?.body ?? {},
}

const database = openDatabase()
let sql: postgres.Sql
let world: DamagedWorld
let token: string
/** Of each table its last row, noted before any call: calls write to the rows that let them in. */
const lastRows = new Map<string, string>()
let before: Map<string, number | string>

beforeAll(async () => {
  world = await openDamagedWorld()
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
  // Rows that never change but by somebody who switches their guard off.
  for (const name of TABLES.map(getTableName)) {
    await sql`alter table ${sql(name)} disable trigger user`
    const [last] = await sql<{ ctid: string }[]>`select ctid::text from ${sql(name)} order by ctid desc limit 1`
    if (last) lastRows.set(name, last.ctid)
  }
  token = await world.newToken()
  before = await answers()
})
beforeEach(async () => {
  token = await world.newToken()
})
afterAll(async () => {
  await sql.end()
  await world.close()
})

/** What Postgres takes and no reader of ours can read, or knows. */
function damagesOf(column: PgColumn): string[] {
  // One that may be missing is what queries compare with the clock.
  if (is(column, PgTimestamp)) return column.notNull ? ['infinity'] : ['infinity', '-infinity']
  if (column.enumValues) return ['nonsense']
  if (column.getSQLType() === 'jsonb') return ['"nonsense"']
  // Who did it: told by name, which is looked up by the id in it.
  if (/(_by|^actor_id)$/.test(column.name)) return ['gone', 'user:gone', 'key:gone']
  if (column.getSQLType() === 'bigint') return [String(2n ** 63n - 1n)]
  return []
}

const YES_OR_NO = [() => true, () => false] as const

const answered = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) })
const listed = z.union([
  z.array(z.unknown()),
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items),
  z.object({ data: z.array(z.unknown()), meta: z.unknown() }).transform(({ data }) => data),
])

/** How many rows each of these queries and reads of `/v1` answers, or each there is; what is wrong with it in place of that. */
async function answers(isAsked: (path: string) => boolean = () => true): Promise<Map<string, number | string>> {
  forgetCaches()
  const said = new Map<string, number | string>()
  const note = (name: string, status: number, text: string, data: unknown) => {
    if (status >= 500) return said.set(name, `answers ${status}`)
    if (text.includes('nonsense')) return said.set(name, HANDED_ON)
    return said.set(name, listed.safeParse(data).data?.length ?? 0)
  }
  await Promise.all(
    QUERIES.filter(isAsked).map(async (path) => {
      const caller = ['support', 'operator'].includes(procedures[path]?._def.meta?.access ?? '')
        ? world.operator
        : world.owner
      const input = encodeURIComponent(superjson.stringify({ ...world.subjects, ...OWN[path] }))
      const { status, text } = await callPortal(caller, { method: 'GET', path: `${path}?input=${input}` })
      note(path, status, text, status === 200 ? answered.parse(JSON.parse(text)).result.data.json : null)
    }),
  )
  await Promise.all(
    READS.filter(({ path }) => isAsked(path)).map(async (endpoint) => {
      const { status, text, body } = await world.send(exampleCall(endpoint, token))
      note(endpoint.path, status, text, body.data)
    }),
  )
  return said
}

/** Those that answer otherwise where the table is not there. */
async function readersOf(name: string): Promise<ReadonlySet<string>> {
  await sql`alter table ${sql(name)} rename to away`
  const without = await answers()
  await sql`alter table away rename to ${sql(name)}`
  return new Set([...without].flatMap(([path, said]) => (said === before.get(path) ? [] : [path])))
}

test.each(TABLES.map((table) => [getTableName(table), table] as const).filter(([name]) => !UNSEEN.includes(name)))(
  'a damaged row of %s takes none of its neighbours from any list',
  // Every list that reads the table, for each damage of each column: on a busy machine that takes its time.
  { timeout: 240_000 },
  async (name, table) => {
    let ctid = lastRows.get(name)
    expect(ctid).toBeDefined()
    const wrong: string[] = []
    const readers = await readersOf(name)
    expect(readers.size).toBeGreaterThan(0)
    for (const column of Object.values<PgColumn>(getTableColumns(table))) {
      const own = sql(column.name)
      for (const damage of damagesOf(column)) {
        const [sound] = await sql`select ${own}::text as value from ${sql(name)} where ctid = ${ctid ?? ''}::tid`
        const write = async (value: string | null) => {
          const type = sql.unsafe(column.getSQLType())
          const rows = await sql<{ ctid: string }[]>`
            update ${sql(name)} set ${own} = ${value}::text::${type} where ctid = ${ctid ?? ''}::tid returning ctid::text`
          ctid = rows[0]?.ctid
        }
        // What the database refuses needs no reader.
        const isTaken = await write(damage).then(...YES_OR_NO)
        if (!isTaken) continue
        for (const [path, said] of await answers((path) => readers.has(path))) {
          const all = Number(before.get(path))
          if (typeof said === 'number' && said >= all - 1) continue
          if (said !== HANDED_ON && ITS_OWN_PAGE.includes(`${name} ${path}`)) continue
          wrong.push(`${column.name} ${damage}: ${path} ${typeof said === 'number' ? `shows ${said} of ${all}` : said}`)
        }
        await write(sound?.value ?? null)
      }
    }
    expect(wrong).toEqual([])
    for (const [path, said] of await answers((path) => readers.has(path)))
      expect.soft([path, said]).toEqual([path, expect.any(Number)])
  },
)
