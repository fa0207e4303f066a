import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { type Call, readCalls } from '@/server/chains/testing/read-calls'

/** The node's answer instead of the truth; undefined leaves the truth as it is. */
export type Lie = (call: Call, truth: { result?: unknown }) => Said | Promise<Said>
type Said = { result: unknown } | { error: unknown } | undefined

/** Starts a node in front of another one; it changes the answers that `lie` replaces. */
export async function startLyingNode(
  rpcUrl: string,
  lie: Lie,
): Promise<{ url: string; lies: () => number; stop: () => Promise<void> }> {
  let lies = 0
  const server = createServer(async (request, response) => {
    const asked = await readCalls(request, response)
    if (!asked) return
    const answers = await Promise.all(
      asked.calls.map(async (one) => {
        const reply = await fetch(rpcUrl, { method: 'POST', body: JSON.stringify(one), headers: JSON_TYPE })
        const truth = z.looseObject({ result: z.unknown().optional() }).parse(await reply.json())
        const lied = await lie(one, truth)
        if (lied) lies += 1
        return lied ? { jsonrpc: '2.0', id: one.id, ...lied } : truth
      }),
    )
    response.writeHead(200, JSON_TYPE).end(JSON.stringify(asked.isBatch ? answers : answers[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    lies: () => lies,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
