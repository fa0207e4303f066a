import { type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { waitUntil } from '@/dev/wait-until'
import type { ApiClient } from '@/e2e/api-client'
import { checkReported, visitsOf } from '@/e2e/faults/events/check-reported'
import { type EventLoad, openEventLoad } from '@/e2e/faults/events/event-load'
import { subscribeTo } from '@/e2e/faults/events/subscribe-to'
import { patience } from '@/e2e/faults/patience'
import type { Played, Stage } from '@/e2e/faults/scenario'
import { ARRIVED_WITHIN_MS, CONFIRMATIONS, type Proof } from './kill-followers'

type Reported = { load: EventLoad; subscriptionId: string; secret: string }

/** Events of both chains' tokens, to subscriptions that wait for the chain's depth and for none. */
export async function eventProof(stage: Stage, api: ApiClient): Promise<Proof> {
  const receiver = await startReceiver()
  const reported: Reported[] = []
  const loads: EventLoad[] = []
  for (const chain of stage.stack.chains) {
    const load = await openEventLoad(chain)
    loads.push(load)
    for (const confirmations of [CONFIRMATIONS, 1])
      reported.push({ load, ...(await subscribeTo({ ...stage, api }, chain, { confirmations, url: receiver.url })) })
  }
  return {
    loads,
    check: (played) => check(receiver, reported, played),
    async close(played) {
      played.findings.push(...(await checkCounters(stage, reported)))
      await stage.stack.sql`update indexer_subscriptions set deleted_at = now() where deleted_at is null`
      await receiver.close()
    },
  }
}

async function check(receiver: Receiver, reported: readonly Reported[], played: Played): Promise<string> {
  await waitUntil(
    () =>
      reported.every(({ load, subscriptionId }) => {
        const arrived = visitsOf(receiver.visits, subscriptionId).map(({ body }) => body)
        return new Set(arrived).size >= load.sent()
      }),
    { timeoutMs: patience(ARRIVED_WITHIN_MS), everyMs: 250 },
  )
  let [events, doubles] = [0, 0]
  for (const { load, subscriptionId, secret } of reported) {
    const truth = await load.eventIds()
    if (truth.length !== load.sent()) played.findings.push(`${load.sent() - truth.length} transfers were never mined`)
    const visits = visitsOf(receiver.visits, subscriptionId)
    const found = checkReported({ subscriptionId, secret, visits }, truth)
    played.findings.push(...found.findings)
    events += truth.length
    doubles += found.doubles
  }
  return `${events} events of ${reported.length} subscriptions, ${doubles} came twice`
}

/** Each event counts once, however often it came. */
async function checkCounters({ world }: Stage, reported: readonly Reported[]): Promise<string[]> {
  const findings: string[] = []
  for (const { load, subscriptionId } of reported) {
    const [row] = await world.sql<{ counts: string }[]>`
      select concat_ws(' ', delivered_count, failed_count, dropped_count) as counts from indexer_subscriptions where id = ${subscriptionId}`
    const wanted = `${load.sent()} 0 0`
    if (row?.counts !== wanted) findings.push(`${subscriptionId}: counts ${row?.counts}, not ${wanted}`)
  }
  return findings
}
