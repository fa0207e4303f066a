import { createServer } from 'node:http'
import { z } from 'zod'
import { refuseWebPage } from '@/dev/refuse-web-page'
import type { Cluster } from './cluster'
import { commitment, slotAt } from './commitment'
import { listenLocally } from './listen-locally'
import { acceptWebSocket, type Socket } from './web-socket'

const call = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
})
const signatureParams = z.tuple([z.string(), z.object({ commitment: commitment.optional() }).nullish().optional()])

/** Called every slot; returns true when it has nothing more to report. */
type Subscription = (notify: (method: string, result: unknown) => void) => boolean

let lastId = 0

/** signatureSubscribe and slotSubscribe over WebSocket, which is what confirmTransaction of web3.js waits for. */
export async function serveSubscriptions(cluster: Cluster, port: number): Promise<() => Promise<void>> {
  const server = createServer((_request, response) => void response.writeHead(426).end())
  server.on('upgrade', (request, stream) => {
    // Browsers send no preflight before they open a WebSocket.
    if (refuseWebPage(request)) return void stream.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const open = new Map<number, Subscription>()
    const notifyAll = () => {
      for (const [id, subscription] of open) {
        const isOver = subscription((method, result) => send(socket, { method, params: { result, subscription: id } }))
        if (isOver) open.delete(id)
      }
    }
    cluster.onSlot.add(notifyAll)
    cluster.onLanded.add(notifyAll)
    const end = () => {
      cluster.onSlot.delete(notifyAll)
      cluster.onLanded.delete(notifyAll)
    }
    const socket = acceptWebSocket({ request, stream }, { message: (text) => answer(text), end })
    const answer = (text: string) => {
      const received = call.safeParse(toJson(text))
      // Clients keep the connection alive with calls that expect no response.
      if (!received.success) return
      const { id, method, params = [] } = received.data
      if (method.endsWith('Unsubscribe')) return send(socket, { result: open.delete(Number(params[0])), id })
      const subscription = subscribe(cluster, { method, params })
      if (!subscription) return send(socket, { error: { code: -32601, message: 'Method not found' }, id })
      lastId += 1
      open.set(lastId, subscription)
      send(socket, { result: lastId, id })
      notifyAll()
    }
  })
  return listenLocally(server, port)
}

function subscribe(cluster: Cluster, { method, params }: { method: string; params: unknown[] }): Subscription | null {
  if (method === 'slotSubscribe') return slotSubscription(cluster)
  const parsed = method === 'signatureSubscribe' ? signatureParams.safeParse(params) : null
  if (!parsed?.success) return null
  const [signature, options] = parsed.data
  return (notify) => {
    const landed = cluster.forgotten.has(signature) ? undefined : cluster.landed.get(signature)
    const newest = slotAt(cluster, options?.commitment ?? 'finalized')
    if (!landed || landed.slot > newest) return false
    notify('signatureNotification', { context: { slot: newest }, value: { err: landed.error } })
    return true
  }
}

function slotSubscription(cluster: Cluster): Subscription {
  let notifiedSlot = cluster.slot
  return (notify) => {
    if (cluster.slot === notifiedSlot) return false
    notifiedSlot = cluster.slot
    notify('slotNotification', { slot: notifiedSlot, parent: notifiedSlot - 1, root: slotAt(cluster, 'finalized') })
    return false
  }
}

function send(socket: Socket, message: object): void {
  socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
