import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { appRouter } from '@/registry/procedures'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { currentSigningKey } from '@/server/keys/signing-keys'
import { forgetRecovery } from '@/server/recovery/is-recovering'
import { KNOWS_ALL_CONTRACTS } from '@/server/testing/answer-call'
import { type MutationWorld, newMutationWorld } from '@/server/testing/mutation-world'
import { MUTATION_EXAMPLES } from '@/server/testing/mutations'
import { openDatabase } from '@/server/testing/open-database'
import { mutatePortal, type PortalAnswer } from '@/server/testing/portal-caller'
import { byProof, someOf } from '@/server/testing/proof'
import { REPEATABLE } from './open-mutation'

const procedures = z.record(z.string(), z.custom<{ _def: { type: string } }>()).parse(appRouter._def.procedures)
const MUTATIONS = Object.keys(procedures)
  .filter((path) => procedures[path]?._def.type === 'mutation')
  .sort()

/** The mutations that one run sends: half of all, in turn by day. */
const SENT = someOf(MUTATIONS, Math.ceil(MUTATIONS.length / 2))
/** The numbers of times that each mutation is sent at once. */
const TIMES = byProof([8], [2, 8, 20])

/**
 * Counters of tries, limits and use, which `metered.test.ts` checks, and rows whose number says nothing about an act.
 * The first entry of an account opens it.
 */
const COUNTERS = ['rate_windows', 'rate_buckets', 'sign_in_failures', 'request_log', 'ledger_accounts', 'usage_counts']

const database = openDatabase()
let admin: postgres.Sql
let tables: string[]
let node: StubNode
let faucet: ReturnType<typeof createServer>

/** The gifts that the faucet was asked to send: an effect that no table shows. */
let gifts: string[]

beforeAll(async () => {
  gifts = []
  faucet = createServer(async (request, response) => {
    gifts.push(Buffer.concat(await request.toArray()).toString())
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ hash: `0x${gifts.length}` }))
  })
  // Before anything reads the environment.
  vi.stubEnv('FAUCET_URL', await addressOf(faucet))
  // No email is sent here: it only goes back on its way.
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9')
  admin = postgres(database.url, { max: 1, onnotice: () => {} })
  // The first read of a price from this test's node would raise an alarm.
  await admin`update price_sources set source = 'fixed', fixed_e8 = 300000000000 where symbol = 'ETH'`
  // A key of the installation: its first user makes it.
  await currentSigningKey()
  const rows = await admin<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  tables = rows.map(({ name }) => name).filter((name) => !COUNTERS.includes(name))
  node = await startStubNode({ chainId: 84532, head: 0x1000n, methods: KNOWS_ALL_CONTRACTS })
})
afterAll(async () => {
  await node.close()
  faucet.close()
  await admin.end()
})

/** Where a server of this test listens, from now on. */
async function addressOf(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on TCP')
  return `http://127.0.0.1:${address.port}`
}

async function countRows(): Promise<Record<string, number>> {
  const counts = tables.map((table) => `select '${table}' as name, count(*)::int as rows from "${table}"`)
  const rows = await admin.unsafe(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** A mutation in a world of its own, where it was not sent yet. */
async function prepare(path: string) {
  // The act before may have stopped the whole platform, or said that its database was restored.
  await admin`delete from recoveries`
  forgetRecovery()
  const world = await newMutationWorld(node.url)
  return { path, ...(await exampleOf(path, world)), before: await countRows() }
}

/** The rows that a mutation adds to the tables when it is sent `times` times at once under one key. */
async function submit(
  { path, as, input, before }: Prepared,
  times: number,
): Promise<{ added: Record<string, number>; given: number; answers: PortalAnswer[] }> {
  gifts = []
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: times }, () => mutatePortal(as, { path, input, key })))
  return { added: await addedSince(before), given: gifts.length, answers }
}

async function addedSince(before: Record<string, number>): Promise<Record<string, number>> {
  const changed = Object.entries(await countRows()).map(
    ([table, rows]) => [table, rows - (before[table] ?? 0)] as const,
  )
  return Object.fromEntries(changed.filter(([, rows]) => rows !== 0))
}

function exampleOf(path: string, world: MutationWorld) {
  const example = MUTATION_EXAMPLES[path]
  if (!example) throw new Error(`add ${path} to server/testing/mutations.ts`)
  return example(world)
}

describe.each(SENT)('%s', (path) => {
  let first: Prepared
  beforeAll(async () => {
    first = await prepare(path)
  })

  test.runIf(!(path in REPEATABLE))('is refused without a key and under one that is none', async () => {
    for (const key of [undefined, 'k', `${randomUUID()} `.repeat(2)]) {
      expect(await mutatePortal(first.as, { path, input: first.input, key })).toMatchObject({ status: 400 })
    }
    expect(await addedSince(first.before)).toEqual({})
  })

  test('has one effect, however often it is sent at once, and says the same each time', async () => {
    const once = await submit(first, 1)
    expect(once.answers.map(({ status, text }) => ({ status, text }))).toMatchObject([{ status: 200 }])
    if (path in REPEATABLE) expect(once.added).toEqual({})
    else expect(once.added).toMatchObject({ idempotency_keys: 1 })
    for (const times of TIMES) {
      const many = await submit(await prepare(path), times)
      expect(many.answers.map(({ status }) => status)).toEqual(Array(times).fill(200))
      expect(new Set(many.answers.map(({ text }) => text)).size).toBe(1)
      expect(many.added).toEqual(once.added)
      expect(many.given).toBe(once.given)
    }
  })
})

test('names no mutation that is gone', () => {
  expect(Object.keys(MUTATION_EXAMPLES).sort()).toEqual(MUTATIONS)
  expect(MUTATIONS).toEqual(expect.arrayContaining(Object.keys(REPEATABLE)))
})
