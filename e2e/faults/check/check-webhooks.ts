import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Visit } from '@/dev/testing/webhook-receiver'
import type { Transfer } from '@/e2e/faults/transfers'
import type { Row, World } from './world'

type Message = { transaction_id: string; ids: string[]; status: string }

/**
 * Exactly one message an outcome, delivered at least once, always under the same webhook-id and rightly signed. Returns
 * how many did not arrive.
 */
export async function checkWebhooks(
  { sql, receiver }: World,
  transfers: readonly Transfer[],
  rows: ReadonlyMap<string, Row>,
  findings: string[],
): Promise<number> {
  const ids = [...rows.values()].map((row) => row.id)
  const messages = await sql<Message[]>`
    select source_id as transaction_id, array_agg(id::text) as ids, min(status) as status from webhook_messages
    where source = 'transaction' and source_id = any(${ids}::uuid[]) group by 1`
  const reported = new Map(messages.map((message) => [message.transaction_id, message]))
  const deliveries = byTransaction(receiver.visits)
  let undelivered = 0
  for (const transfer of transfers) {
    const row = rows.get(transfer.key)
    if (!row || row.status === 'PENDING') continue
    const message = reported.get(row.id)
    const wanted = transfer.webhook ? 1 : 0
    if ((message?.ids.length ?? 0) !== wanted)
      findings.push(`${row.id}: ${message?.ids.length ?? 0} messages, not ${wanted}`)
    if (!transfer.webhook || !message) continue
    const received = deliveries.get(row.id) ?? []
    if (received.length === 0 || message.status !== 'delivered') {
      undelivered += 1
      findings.push(`${row.id}: message is ${message.status}, received ${received.length} times`)
    }
    for (const { headers, body } of received) {
      const webhookId = headers['webhook-id']
      if (webhookId !== message.ids[0]) findings.push(`${row.id}: delivered under ${webhookId}, not ${message.ids[0]}`)
      const { secret } = transfer.webhook
      // After a restart the request's own secret is gone, and the delivery says so.
      if (secret === null || headers['webhook-key'] === 'project') continue
      if (!isSigned(secret, body, headers)) findings.push(`${row.id}: the signature is wrong`)
    }
  }
  return undelivered
}

const outcome = z.object({ data: z.object({ id: z.string() }) })

function byTransaction(visits: readonly Visit[]): Map<string, Visit[]> {
  const found = new Map<string, Visit[]>()
  for (const visit of visits) {
    const { id } = outcome.parse(JSON.parse(visit.body)).data
    found.set(id, [...(found.get(id) ?? []), visit])
  }
  return found
}

/**
 * By the moment it was signed at: the library's own check refuses what is older than five minutes, as are most of a
 * long run.
 */
function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  const signedAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const expected = new Webhook(secret, { format: 'raw' }).sign(headers['webhook-id'] ?? '', signedAt, body)
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}
