import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { type PgColumn, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answers, askReaders, HANDED_ON, READS, readersOf, statementsOf } from './damaged-readers'
import { type DamagedWorld, openDamagedWorld } from './damaged-world'
import { openDatabase } from './open-database'
import { isLongProof, oneOfEachClass, proofTimeout, someOf } from './proof'

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

/** Pages about the damaged row itself: they have no neighbour to show, and still hand no nonsense on. */
const ITS_OWN_PAGE = [
  ...PARTS_OF_A_PAYMENT.flatMap((table) => [`${table} payments.get`, `${table} payments.getAny`]),
  ...PARTS_OF_A_TOKEN,
  ...GRANTED_BY_IT,
  'chains chains.get',
  'policies policies.get',
  'wallets wallets.get',
  'wallets wallets.getBalances',
  'wallets /v1/wallet/hd/address-index/{addressIndex}',
  'wallets /v1/wallet/hd/address-index/{addressIndex}/balances',
]

const IS_ACTOR = /(_by|^actor_id)$/

type Kind = 'timestamp' | 'nullable timestamp' | 'enum' | 'jsonb' | 'actor' | 'bigint'

/** What Postgres takes and no reader of ours can read, or knows. */
const DAMAGES: Record<Kind, readonly string[]> = {
  timestamp: ['infinity'],
  // One that may be missing is what queries compare with the clock.
  'nullable timestamp': ['infinity', '-infinity'],
  enum: ['nonsense'],
  jsonb: ['"nonsense"'],
  // Who did it: told by name, which is looked up by the id in it.
  actor: ['gone', 'user:gone', 'key:gone'],
  bigint: [String(2n ** 63n - 1n)],
}

function kindOf(column: PgColumn): Kind | undefined {
  if (is(column, PgTimestamp)) return column.notNull ? 'timestamp' : 'nullable timestamp'
  if (column.enumValues) return 'enum'
  if (column.getSQLType() === 'jsonb') return 'jsonb'
  if (IS_ACTOR.test(column.name)) return 'actor'
  return column.getSQLType() === 'bigint' ? 'bigint' : undefined
}

const YES_OR_NO = [() => true, () => false] as const

/**
 * A test for every second table, in turn by commit: a damaged row of it takes none of its neighbours from any list. One column of each
 * kind is damaged before every reader of the table; half of the others before the readers whose statements name them; each in one way.
 * Under `PROOF=long` every damage of every column of every table is shown to every reader. Tables said to be `unread` are shown to have no reader.
 */
export function proveDamagedRows(tables: readonly PgTable[], unread: readonly string[] = []): void {
  const database = openDatabase()
  let sql: postgres.Sql
  let world: DamagedWorld
  let token: string
  let readers: ReturnType<typeof readersOf>
  let statements: Awaited<ReturnType<typeof statementsOf>>
  /** Of each table its last row, noted before any call: calls write to the rows that let them in. */
  const lastRows = new Map<string, string>()
  let before: Answers

  beforeAll(async () => {
    world = await openDamagedWorld()
    sql = postgres(database.url, { max: 1, onnotice: () => {} })
    // Rows that never change but by somebody who switches their guard off.
    for (const name of tables.map(getTableName)) {
      await sql`alter table ${sql(name)} disable trigger user`
      const [last] = await sql<{ ctid: string }[]>`select ctid::text from ${sql(name)} order by ctid desc limit 1`
      if (last) lastRows.set(name, last.ctid)
    }
    token = await world.newToken()
    readers = readersOf(world, () => token)
    // Each alone at first: a cold process that is asked everything at once answers some with a time-out.
    statements = await statementsOf(readers, sql)
    before = await askReaders(readers)
    expect([...before].filter(([, said]) => typeof said !== 'number')).toEqual([])
  })
  beforeEach(async () => {
    token = await world.newToken()
  })
  afterAll(async () => {
    await sql.end()
    await world.close()
  })

  /** The readers with a statement that names all of these. */
  function readersNaming(...names: string[]): string[] {
    const named = names.map((name) => new RegExp(`\\b${name}\\b`))
    return [...statements].flatMap(([reader, texts]) =>
      texts.some((text) => named.every((name) => name.test(text))) ? [reader] : [],
    )
  }

  /** Those that answer otherwise where the table is not there. */
  async function readersWithout(name: string): Promise<string[]> {
    await sql`alter table ${sql(name)} rename to away`
    const without = await askReaders(readers)
    await sql`alter table away rename to ${sql(name)}`
    return [...without].flatMap(([reader, said]) => (said === before.get(reader) ? [] : [reader]))
  }

  test.runIf(unread.length > 0)('no list reads a table that is said to be unread', () => {
    expect(unread.filter((name) => readersNaming(name).length > 0)).toEqual([])
  })

  const inTurn = someOf(tables, Math.ceil(tables.length / 2))
  test.each(inTurn.map((table) => [getTableName(table), table] as const))(
    'a damaged row of %s takes none of its neighbours from any list',
    { timeout: proofTimeout(120_000) },
    async (name, table) => {
      let ctid = lastRows.get(name)
      expect(ctid).toBeDefined()
      const wrong: string[] = []
      const all = readersNaming(name)
      expect(all.length).toBeGreaterThan(0)
      // What the texts do not tell, the table's absence does.
      if (isLongProof) expect(all).toEqual(expect.arrayContaining(await readersWithout(name)))
      const columns = Object.values<PgColumn>(getTableColumns(table))
      const shownToAll = new Set(oneOfEachClass(columns, (column) => kindOf(column) ?? ''))
      const others = columns.filter((column) => !shownToAll.has(column))
      for (const column of [...shownToAll, ...someOf(others, Math.ceil(others.length / 2))]) {
        const own = sql(column.name)
        const kind = kindOf(column)
        const asked = shownToAll.has(column) ? all : readersNaming(name, column.name)
        const damages = kind ? DAMAGES[kind] : []
        for (const damage of someOf(damages, 1)) {
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
          for (const [path, said] of await askReaders(readers, asked)) {
            const rows = Number(before.get(path))
            if (typeof said === 'number' && said >= rows - 1) continue
            if (said !== HANDED_ON && ITS_OWN_PAGE.includes(`${name} ${path}`)) continue
            wrong.push(
              `${column.name} ${damage}: ${path} ${typeof said === 'number' ? `shows ${said} of ${rows}` : said}`,
            )
          }
          await write(sound?.value ?? null)
        }
      }
      expect(wrong.join('\n')).toBe('')
      for (const [path, said] of await askReaders(readers, all))
        expect.soft([path, said]).toEqual([path, expect.any(Number)])
    },
  )
}
