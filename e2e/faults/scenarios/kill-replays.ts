import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { waitUntil } from '@/dev/wait-until'
import { checkReported, visitsOf } from '@/e2e/faults/events/check-reported'
import { openEventLoad } from '@/e2e/faults/events/event-load'
import { subscribeTo } from '@/e2e/faults/events/subscribe-to'
import { patience } from '@/e2e/faults/patience'
import { firstChain, type Played, type Stage } from '@/e2e/faults/scenario'
import { configureChains } from '@/e2e/faults/stack/configure-chain'
import { orderFault, withdrawFault } from '@/e2e/faults/stack/order-fault'
import { FAULT_POINTS } from '@/server/fault-point'

const STRIKES_WITHIN_MS = 25_000
/** A replay and a delivery that died with their process continue when their leases are over. */
const ENDS_WITHIN_MS = 120_000

type Reported = {
  subscriptionId: string
  secret: string
  truth: readonly string[]
  fromBlock: number
  receiver: Receiver
}

const started = z.object({ data: z.object({ id: z.string() }) })

/** Replays are killed with their process at each edge of their way, and still have to report every event once. */
export async function killReplays(stage: Stage): Promise<Played> {
  const { stack } = stage
  const chain = firstChain(stage)
  const receiver = await startReceiver()
  const restore = await configureChains(stack, [{ chain, settings: { confirmations: 1 } }])
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  try {
    const load = await openEventLoad(chain)
    // Its funding is no event of the scenario.
    const fromBlock = Number(await chain.ask('eth_blockNumber')) + 1
    const way = await subscribeTo(stage, chain, { confirmations: 1, url: receiver.url })
    for (let n = 0; n < stage.transfers; n++) await load.send()
    await untilTrue(() => visitsOf(receiver.visits, way.subscriptionId).length >= load.sent())
    const reported = { ...way, truth: await load.eventIds(), fromBlock, receiver }
    for (let round = 1; round <= stage.rounds && !stage.isLate(); round++)
      for (const point of FAULT_POINTS.replay)
        await playOne(stage, { point, reported, played, name: `${round}/${stage.rounds}` })
  } finally {
    await stack.sql`update indexer_subscriptions set deleted_at = now() where deleted_at is null`
    await restore()
    await receiver.close()
  }
  return played
}

type Round = { point: (typeof FAULT_POINTS.replay)[number]; reported: Reported; played: Played; name: string }

async function playOne(stage: Stage, { point, reported, played, name }: Round): Promise<void> {
  const { stack, say } = stage
  orderFault(stack.app, point, 'SIGKILL')
  const struck = stack.app.control.awaitEnd(patience(STRIKES_WITHIN_MS))
  const id = await startReplay(stage, reported)
  const isGone = await struck
  if (isGone) await stack.app.control.restart()
  else withdrawFault(stack.app)
  const healthyAt = Date.now()
  if (!isGone) played.findings.push(`${point}: nothing died there within ${STRIKES_WITHIN_MS} ms`)
  const findings = await checkReplay(stage, id, reported)
  const recoveryMs = Date.now() - healthyAt
  played.recoveryMs.push(recoveryMs)
  played.findings.push(...findings.map((finding) => `${point}: ${finding}`))
  say(`${name} ${point}: ${reported.truth.length} events told once more after ${recoveryMs} ms`)
}

async function startReplay({ api }: Stage, { subscriptionId, fromBlock }: Reported): Promise<string> {
  const answer = await api.post(`/v1/indexer/subscriptions/${subscriptionId}/replay`, { fromBlock })
  if (answer.status !== 202) throw new Error(`no replay: ${answer.status} ${answer.text}`)
  return started.parse(JSON.parse(answer.text)).data.id
}

/**
 * Checks that the replay stored the truth, each event once, that the receiver got the same events as before, and that
 * nothing counts twice.
 */
async function checkReplay({ stack: { sql } }: Stage, id: string, reported: Reported): Promise<string[]> {
  const { subscriptionId, secret, truth, receiver } = reported
  const isEnded = await untilTrue(async () => {
    const open = await sql`
      select 1 from indexer_replays where id = ${id} and status in ('pending', 'running')
      union all
      select 1 from webhook_messages m join indexer_events e on e.id = m.source_id where e.replay_id = ${id} and m.status = 'pending'`
    return open.length === 0
  })
  if (!isEnded) return ['the replay has not ended']
  const stored = await sql<
    { id: string }[]
  >`select event_id as id from indexer_events where replay_id = ${id} order by id`
  const [replay] = await sql<
    { state: string }[]
  >`select concat(status, ' ', event_count) as state from indexer_replays where id = ${id}`
  const [counts] = await sql<{ state: string }[]>`
    select concat_ws(' ', delivered_count, failed_count, dropped_count) as state from indexer_subscriptions where id = ${subscriptionId}`
  const expected = [
    ['events', describeSet(stored.map((row) => row.id)), describeSet(truth)],
    ['replay', replay?.state, `done ${truth.length}`],
    ['counts', counts?.state, `${truth.length} 0 0`],
  ] as const
  const findings = expected.flatMap(([what, found, wanted]) =>
    found === wanted ? [] : [`${what}: ${found}, not ${wanted}`],
  )
  const visits = visitsOf(receiver.visits, subscriptionId)
  return [...findings, ...checkReported({ subscriptionId, secret, visits }, truth).findings]
}

/** The number of ids and a digest of them: a digest distinguishes two sets without filling the screen. */
function describeSet(ids: readonly string[]): string {
  return `${ids.length} (${createHash('sha256').update(ids.toSorted().join()).digest('hex').slice(0, 12)})`
}

function untilTrue(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  return waitUntil(isTrue, { timeoutMs: patience(ENDS_WITHIN_MS), everyMs: 250 })
}
