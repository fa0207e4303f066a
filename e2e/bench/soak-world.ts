import { z } from 'zod'
import { erc20Abi } from '@/contracts/generated/erc20'
import { loadSecrets } from '@/dev/secrets'
import { waitUntil } from '@/dev/wait-until'
import { createApiClient } from '@/e2e/api-client'
import { endPools } from '@/server/database/pools'
import { type Caller, limitPlansOf, newCaller } from '@/server/testing/callers'
import { testEnvironment } from '@/server/testing/test-database'
import { type Sink, startSink } from './event-world'
import type { SoakTenant } from './soak-load'
import {
  type Facts,
  localChain,
  makeWallets,
  postTransfer,
  RECIPIENT,
  SPONSORED,
  untilCompleted,
  type World,
} from './transfer-world'

const TENANTS = 5
const WALLETS = 20
/** Each tenant may have so many requests under way. */
const CONNECTIONS = 256
const SETTLED_WITHIN_MS = 600_000
const CREATED = 201
/** Base units of cNGN in one transfer of 0.01. */
const UNITS = 10_000n

export type SoakWorld = World & {
  tenants: SoakTenant[]
  /** Gives the last tenant a plan with so many reads a minute, as a sold one has. */
  limitOne: (readsPerMinute: number) => Promise<void>
  /** Gets an event for each transfer of the token. */
  events: Sink
  /** Gets `payment.settled` of every tenant. */
  settled: Sink
  /** What the recipient has of the token, in transfers. */
  received: () => Promise<number>
  close: () => Promise<void>
}

/** Tenants without limits that have wallets with tokens, and one transfer each; receivers of their events. */
export async function openSoakWorld(world: World): Promise<SoakWorld> {
  const { facts, home, sql } = world
  // The verbs that make tenants read the environment of this process.
  Object.assign(process.env, testEnvironment(facts.databaseUrl), loadSecrets(home), { BASE_URL: facts.baseUrl })
  const [events, settled] = [await startSink(), await startSink()]
  const callers = await Promise.all(Array.from({ length: TENANTS }, () => newCaller()))
  await sql`update plans set sponsored_daily_micros = 1e15`
  const tenants: SoakTenant[] = []
  for (const caller of callers) tenants.push(await openTenant(world, caller, settled.url))
  const received = () => receivedOf(facts)
  const before = await received()
  await subscribe(tenants[0], facts, events.url)
  for (const { api, wallets, transfers } of tenants)
    transfers.push(await postTransfer({ ...world, api }, SPONSORED, wallets[0]))
  await untilCompleted(
    world,
    tenants.flatMap(({ transfers }) => transfers),
  )
  return {
    ...{ ...world, tenants, events, settled },
    received: async () => (await received()) - before,
    limitOne: async (readsPerMinute) => {
      const last = callers.at(-1)
      if (last) await limitPlansOf(last, readsPerMinute)
    },
    async close() {
      for (const { api } of tenants) await api.close()
      await Promise.all([events.close(), settled.close(), endPools(2)])
    },
  }
}

async function openTenant(world: World, { apiKey }: Caller, settledUrl: string): Promise<SoakTenant> {
  const api = createApiClient({ baseUrl: world.facts.baseUrl, liveKey: apiKey, connections: CONNECTIONS })
  const wallets = await makeWallets({ ...world, api }, SPONSORED, WALLETS)
  await create(api, '/v1/webhooks/endpoints', { url: settledUrl, events: ['payment.settled'] })
  return { api, wallets, transfers: [], payments: [] }
}

async function subscribe(tenant: SoakTenant | undefined, facts: Facts, webhookUrl: string): Promise<void> {
  if (!tenant) throw new Error('there is no tenant')
  const contract = { network: 'BASE', chainId: SPONSORED, contractAddress: localChain(facts, SPONSORED).cngn }
  await create(tenant.api, '/v1/indexer/subscriptions', { ...contract, events: ['transfer'], webhookUrl })
}

async function create(api: SoakTenant['api'], path: string, body: unknown): Promise<void> {
  const { status, text } = await api.post(path, body)
  if (status !== CREATED) throw new Error(`${path} was answered ${status}: ${text}`)
}

async function receivedOf(facts: Facts): Promise<number> {
  const { chain, cngn } = localChain(facts, SPONSORED)
  const call = { address: cngn, abi: erc20Abi, functionName: 'balanceOf', args: [RECIPIENT] } as const
  return Number((await chain.readContract(call)) / UNITS)
}

/**
 * Waits for the end of everything accepted and compares it with the chain, the ledger and the receivers. `unanswered`:
 * transfers whose request got no answer, or 5xx: nobody knows whether they were accepted. One sentence for each fault.
 */
export async function checkSoak(world: SoakWorld, unanswered: number): Promise<string[]> {
  const { sql, tenants, events, settled } = world
  const transfers = tenants.flatMap((tenant) => tenant.transfers)
  const payments = tenants.flatMap((tenant) => tenant.payments)
  const count = async (counted: ReturnType<typeof sql>) =>
    z.tuple([z.object({ n: z.number() })]).parse(await counted)[0].n
  const countPaid = () =>
    count(sql`select count(*)::int as n from payments p where p.id = any(${payments}::uuid[]) and p.status = 'SUCCESS'
      and 1 = (select count(*) from ledger_journals j where j.reference_id = p.id and j.kind = 'apply')`)
  const isOver = async () =>
    (await count(sql`select count(*)::int as n from transactions where status = 'PENDING'`)) === 0 &&
    (await countPaid()) === payments.length &&
    events.arrivedAt.size >= (await world.received()) &&
    settled.arrivedAt.size >= payments.length
  await waitUntil(isOver, { timeoutMs: SETTLED_WITHIN_MS, everyMs: 1_000 })

  const done = await count(
    sql`select count(*)::int as n from transactions where id = any(${transfers}::uuid[]) and status = 'COMPLETED'`,
  )
  const all = await count(
    sql`select count(*)::int as n from transactions where status = 'COMPLETED' and lower(to_address) = ${RECIPIENT.toLowerCase()}`,
  )
  const [received, paid] = [await world.received(), await countPaid()]
  console.log(
    `  accepted ${transfers.length} transfers, completed ${done}; rows completed ${all}, on the chain ${received}, unanswered ${unanswered};` +
      ` events ${events.arrivedAt.size} in ${events.visits()} visits; payments ${payments.length}, settled ${paid},` +
      ` told ${settled.arrivedAt.size} in ${settled.visits()} visits`,
  )
  const found: [string, number][] = [
    ['accepted transfers are lost', transfers.length - done],
    ['transfers were refused and done', all - transfers.length - unanswered],
    ['transfers were sent twice', received - all],
    ['completed transfers are not on the chain', all - received],
    ['payments are lost', payments.length - paid],
    ['events are lost', received - events.arrivedAt.size],
    ['events were invented', events.arrivedAt.size - received],
    ['events were delivered twice', events.visits() - events.arrivedAt.size],
    ['settlements were not told', payments.length - settled.arrivedAt.size],
    ['settlements were told twice', settled.visits() - settled.arrivedAt.size],
  ]
  return found.filter(([, n]) => n > 0).map(([what, n]) => `${n} ${what}`)
}
