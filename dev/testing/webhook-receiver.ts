import { createServer, type ServerResponse } from 'node:http'

export type Visit = { headers: Record<string, string>; body: string; path: string }
type Answer = (visit: Visit, response: ServerResponse) => void

/**
 * A customer's endpoint on this machine, which remembers each visit. What it answers may change in the middle of a
 * test.
 */
export async function startReceiver(initial: Answer = answering(200)) {
  const visits: Visit[] = []
  let answer = initial
  let open = 0
  let maxOpen = 0
  const server = createServer((request, response) => {
    open += 1
    maxOpen = Math.max(maxOpen, open)
    response.on('close', () => {
      open -= 1
    })
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const visit = { headers, body: Buffer.concat(parts).toString('utf8'), path: request.url ?? '' }
      visits.push(visit)
      answer(visit, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver does not listen on TCP')
  return {
    url: `http://127.0.0.1:${address.port}`,
    visits,
    maxOpen: () => maxOpen,
    answer(next: Answer): void {
      answer = next
    },
    /** Forgets earlier visits. */
    clear(): void {
      visits.length = 0
      maxOpen = 0
    },
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

export function answering(status: number, headers: Record<string, string> = {}, body = ''): Answer {
  return (_visit, response) => response.writeHead(status, headers).end(body)
}
