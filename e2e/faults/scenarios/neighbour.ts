import { z } from 'zod'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import {
  type Answers,
  type HostileTenant,
  readStrangers,
  startHostileLoad,
} from '@/e2e/faults/neighbour/start-hostile-load'
import { firstChain, type Played, plan, type Stage, waitForNone, waitUntilIdle } from '@/e2e/faults/scenario'
import { sendTransfers, type Transfer } from '@/e2e/faults/transfers'
import { percentile } from '@/e2e/percentile'
import { isLongProof } from '@/server/testing/proof'

const STRANGERS = 3
const CONNECTIONS = 1
const READS = 150
const READS_AT_ONCE = 2
const SPREAD_MS = 4_000
const EVENTS_WITHIN_MS = 60_000
/** How much slower a neighbour may be. Judged in the long form only: a short one runs beside much else. */
const MAX_TIMES = 3
const PATHS = ['/v1/wallet/hd?chainType=EVM', '/v1/wallet/transaction/history', '/v1/wallet/balance', '/v1/payments']

const subscribed = z.object({ data: z.object({ id: z.uuid() }) })

/**
 * Strangers send the most expensive allowed and refused bodies through every operation, while a customer reads,
 * transfers, hears of outcomes and follows the events of its token. Nothing of the customer's is lost or refused, and
 * how long it waits is said beside how long it waits in calm.
 */
export async function neighbour(stage: Stage): Promise<Played> {
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  const receiver = await startReceiver()
  const all: Reads = { calm: [], beside: [] }
  const strangers = readStrangers(await stage.stack.makeStrangers({ count: STRANGERS }))
  try {
    const subscriptionId = await follow(stage, receiver.url)
    for (let round = 1; round <= stage.rounds && !stage.isLate(); round++) {
      const calm = await live(stage, played, 'calm')
      const end = startHostileLoad({
        baseUrl: stage.stack.baseUrl,
        strangers,
        random: stage.random,
        connections: CONNECTIONS,
      })
      const beside = await live(stage, played, 'besieged')
      const answers = await end()
      const startedAt = Date.now()
      if ((await waitUntilIdle(stage.world)) === null) played.findings.push(`round ${round}: not all ended`)
      if (!(await allReported(stage, subscriptionId, played.transfers)))
        played.findings.push(`round ${round}: events are lost`)
      played.recoveryMs.push(Date.now() - startedAt)
      played.findings.push(...findingsOf(stage, { calm, beside, answers }))
      all.calm.push(...calm)
      all.beside.push(...beside)
    }
    if (isLongProof) played.findings.push(...judge(all))
  } finally {
    await sendAway(stage, strangers)
    // Later scenarios move the same token, and nobody listens any more.
    await stage.stack.sql`update indexer_subscriptions set deleted_at = now() where deleted_at is null`
    await receiver.close()
  }
  return played
}

/** Reads and transfers of the customer; how long each read took. */
async function live(stage: Stage, { transfers, findings }: Played, label: string): Promise<number[]> {
  const { api, random } = stage
  const planned = plan(stage, { label: `neighbour-${label}` })
  transfers.push(...planned)
  const took: number[] = []
  let next = 0
  const read = async () => {
    for (let n = next++; n < READS; n = next++) {
      const startedAt = performance.now()
      const { status, text } = await api.get(PATHS[n % PATHS.length] ?? '/v1/payments')
      took.push(performance.now() - startedAt)
      if (status !== 200) findings.push(`a read was answered ${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all([
    sendTransfers(api, planned, { spreadMs: SPREAD_MS, random }),
    ...Array.from({ length: READS_AT_ONCE }, read),
  ])
  return took
}

type Reads = { calm: number[]; beside: number[] }

function findingsOf({ say }: Stage, { calm, beside, answers }: Reads & { answers: Answers }): string[] {
  const counts = [...answers].sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`)
  const [p50, p99] = [50, 99].map((p) => `${percentile(beside, p).toFixed(0)} ms (${percentile(calm, p).toFixed(0)})`)
  say(`strangers were answered ${counts.join(', ')}`)
  say(`reads beside them (in calm): p50 ${p50}, p99 ${p99}`)
  const faults = answers.get(500) ?? 0
  return faults > 0 ? [`${faults} of the strangers' calls were answered 500`] : []
}

/** The percentiles are taken over all rounds, because one round has too few reads. */
function judge({ calm, beside }: Reads): string[] {
  const [slow, before] = [percentile(beside, 99), percentile(calm, 99)]
  return slow > MAX_TIMES * before ? [`reads wait ${slow.toFixed(0)} ms (p99), ${before.toFixed(0)} in calm`] : []
}

/** Subscribes to the transfers of the token that is moved. */
async function follow(stage: Stage, webhookUrl: string): Promise<string> {
  const { chainId, cngn } = firstChain(stage)
  const request = { network: 'BASE', chainId, contractAddress: cngn, events: ['transfer'], webhookUrl }
  const answer = await stage.api.post('/v1/indexer/subscriptions', request)
  if (answer.status !== 201) throw new Error(`no subscription: ${answer.status} ${answer.text}`)
  return subscribed.parse(JSON.parse(answer.text)).data.id
}

/** Whether every transfer of the token was reported. */
async function allReported(
  { world: { sql } }: Stage,
  subscriptionId: string,
  transfers: readonly Transfer[],
): Promise<boolean> {
  const keys = transfers.map(({ key }) => key)
  const left = await waitForNone(EVENTS_WITHIN_MS, async () => {
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from transactions t
      where t.idempotency_key = any(${keys}) and t.status = 'COMPLETED' and not exists (
        select 1 from indexer_logs l
        where l.subscription_id = ${subscriptionId} and l.transaction_hash = t.tx_hash and l.status = 'delivered')`
    return row?.left ?? 1
  })
  return left !== null
}

/** Nothing more is done for them, and their events are not awaited. */
async function sendAway({ stack: { sql } }: Stage, strangers: readonly HostileTenant[]): Promise<void> {
  const ids = strangers.map(({ businessId }) => businessId)
  await sql`update businesses set status = 'suspended' where id = any(${ids}::uuid[])`
  await sql`update webhook_messages set status = 'failed' where status = 'pending' and business_id = any(${ids}::uuid[])`
}
