import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { waitUntil } from '@/dev/wait-until'
import { createApiClient } from '@/e2e/api-client'
import { checkTold, visitsOf } from '../events/check-told'
import { type EventLoad, openEventLoad } from '../events/event-load'
import type { Played, Stage } from '../scenario'
import { configureChains } from '../stack/configure-chain'
import type { FaultChain } from '../stack/fault-chain'
import type { AppProcess } from '../stack/fault-stack'

const SPREAD_MS = 1_500
const DOWN_MS = { from: 50, to: 1_000 }
/** More than one, so that somebody can be told before a block is final. */
const CONFIRMATIONS = 3
/** A delivery that died with its process is due again when its lease of half a minute is over. */
const ARRIVED_WITHIN_MS = 120_000
/** So many rounds go by before everything has to have arrived. */
const ROUNDS_A_CHECK = 10

type Told = { load: EventLoad; subscriptionId: string; secret: string }

const made = z.object({ data: z.object({ id: z.string(), signingSecret: z.string() }) })

/** Two processes follow two chains and deliver their events, and in each round one of them is killed at any moment, or both. */
export async function killEvents(stage: Stage): Promise<Played> {
  const { stack } = stage
  const receiver = await startReceiver()
  const restore = await configureChains(
    stack,
    stack.chains.map((chain) => ({ chain, settings: { confirmations: CONFIRMATIONS } })),
  )
  const second = await stack.addApp()
  const api = createApiClient({ baseUrl: stack.balancedUrl, liveKey: stack.liveKey })
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  try {
    const told: Told[] = []
    const loads: EventLoad[] = []
    for (const chain of stack.chains) {
      const load = await openEventLoad(chain)
      loads.push(load)
      for (const confirmations of [CONFIRMATIONS, 1])
        told.push({ load, ...(await subscribe({ ...stage, api }, chain, { confirmations, url: receiver.url })) })
    }
    for (let round = 1; round <= stage.rounds && !stage.isLate(); round++) {
      const name = await playRound(stage, [stack.app, second], loads)
      const isChecked = round % ROUNDS_A_CHECK === 0 || round === stage.rounds
      const { recoveryMs, text } = isChecked ? await check(receiver, told, played) : { recoveryMs: 0, text: '' }
      played.recoveryMs.push(recoveryMs)
      stage.say(`${round}/${stage.rounds} ${name}${text}`)
    }
    played.findings.push(...(await checkCounters(stage, told)))
  } finally {
    await stack.sql`update indexer_subscriptions set deleted_at = now() where deleted_at is null`
    await api.close()
    await stack.removeApp(second)
    await restore()
    await receiver.close()
  }
  return played
}

async function subscribe(
  { api, world }: Stage,
  chain: FaultChain,
  { confirmations, url }: { confirmations: number; url: string },
): Promise<{ subscriptionId: string; secret: string }> {
  const [row] = await world.sql<{ code: string }[]>`select code from chains where chain_id = ${chain.chainId}`
  const where = { network: row?.code, chainId: chain.chainId, contractAddress: chain.cngn }
  const answer = await api.post('/v1/indexer/subscriptions', {
    ...where,
    ...{ webhookUrl: url, events: ['transfer'], confirmations },
  })
  if (answer.status !== 201) throw new Error(`no subscription: ${answer.status} ${answer.text}`)
  const { id, signingSecret } = made.parse(JSON.parse(answer.text)).data
  return { subscriptionId: id, secret: signingSecret }
}

/** Transfers of a round come in over a while; each process is killed in the middle of it, or left alone, but never both left alone. */
async function playRound(stage: Stage, apps: readonly AppProcess[], loads: readonly EventLoad[]): Promise<string> {
  const { random } = stage
  const first = random.between(0, apps.length - 1)
  const victims = apps.filter((_, n) => n === first || random.chance(0.3))
  const kills = victims.map((app) => killOnce(app, random))
  for (let n = 0; n < stage.transfers; n++) {
    for (const load of loads) await load.send()
    await pause(SPREAD_MS / stage.transfers)
  }
  return (await Promise.all(kills)).join(', ')
}

async function killOnce({ control }: AppProcess, random: Stage['random']): Promise<string> {
  const [afterMs, downMs] = [random.between(0, SPREAD_MS), random.between(DOWN_MS.from, DOWN_MS.to)]
  await pause(afterMs)
  await control.kill({ group: false })
  await pause(downMs)
  await control.restart()
  return `${control.name} killed at ${afterMs} ms, down ${downMs} ms`
}

/** Waits until all that was sent arrived everywhere, then holds it against the chain's own receipts. */
async function check(receiver: Receiver, told: readonly Told[], played: Played) {
  const startedAt = Date.now()
  await waitUntil(
    () =>
      told.every(({ load, subscriptionId }) => {
        const arrived = visitsOf(receiver.visits, subscriptionId).map(({ body }) => body)
        return new Set(arrived).size >= load.sent()
      }),
    { timeoutMs: ARRIVED_WITHIN_MS, everyMs: 250 },
  )
  let [events, doubles] = [0, 0]
  for (const { load, subscriptionId, secret } of told) {
    const truth = await load.eventIds()
    if (truth.length !== load.sent()) played.findings.push(`${load.sent() - truth.length} transfers were never mined`)
    const visits = visitsOf(receiver.visits, subscriptionId)
    const found = checkTold({ subscriptionId, secret, visits }, truth)
    played.findings.push(...found.findings)
    events += truth.length
    doubles += found.doubles
  }
  const recoveryMs = Date.now() - startedAt
  const text = `; ${events} events of ${told.length} subscriptions, ${doubles} came twice, all there after ${recoveryMs} ms`
  return { recoveryMs, text }
}

/** Each event counts once, however often it came. */
async function checkCounters({ world }: Stage, told: readonly Told[]): Promise<string[]> {
  const findings: string[] = []
  for (const { load, subscriptionId } of told) {
    const [row] = await world.sql<{ counts: string }[]>`
      select concat_ws(' ', delivered_count, failed_count, dropped_count) as counts from indexer_subscriptions where id = ${subscriptionId}`
    const wanted = `${load.sent()} 0 0`
    if (row?.counts !== wanted) findings.push(`${subscriptionId}: counts ${row?.counts}, not ${wanted}`)
  }
  return findings
}
