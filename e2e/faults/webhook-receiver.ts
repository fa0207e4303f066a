import { createServer } from 'node:http'
import { z } from 'zod'

export type Delivery = { webhookId: string; transactionId: string; headers: Record<string, string>; body: string }
export type WebhookReceiver = {
  url: string
  /** All deliveries so far, by the transaction they tell of. */
  deliveries: Map<string, Delivery[]>
  close: () => void
}

const outcome = z.object({ data: z.object({ id: z.string() }) })

/** Takes outcome webhooks and remembers every one, repeats too. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const deliveries = new Map<string, Delivery[]>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const transactionId = outcome.parse(JSON.parse(body)).data.id
      const webhookId = headers['webhook-id'] ?? ''
      const known = deliveries.get(transactionId) ?? []
      deliveries.set(transactionId, [...known, { webhookId, transactionId, headers, body }])
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/outcome`,
    deliveries,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
