import { z } from 'zod'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import type { Stage } from '@/e2e/faults/scenario'

const endpointMade = z.object({ data: z.object({ id: z.string() }) })

/**
 * Subscribes the project to events of its payments, until the returned function is called: only events with a
 * subscriber are put into the outbox.
 */
export async function listenToPayments({ api, stack: { sql } }: Stage): Promise<() => Promise<void>> {
  const receiver = await startReceiver()
  const request = { url: receiver.url, events: ['payment.settled', 'payment.failed'] }
  const answer = await api.post('/v1/webhooks/endpoints', request)
  if (answer.status !== 201) throw new Error(`no webhook endpoint: ${answer.status} ${answer.text}`)
  const { id } = endpointMade.parse(JSON.parse(answer.text)).data
  return async () => {
    await sql`delete from webhook_endpoints where id = ${id}`
    await receiver.close()
  }
}
