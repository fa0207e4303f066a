import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const call = z.looseObject({
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
export type Call = z.output<typeof call>

/**
 * Reads the JSON-RPC calls of a request to a test's node. Any other body is answered with 400, and null is returned: a
 * port of loopback is given out again, so a late request to the server that had it before may arrive.
 */
export async function readCalls(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ calls: Call[]; isBatch: boolean } | null> {
  const body = parseJson(await text(request).catch(() => ''))
  const isBatch = Array.isArray(body)
  const parsed = z.array(call).safeParse(isBatch ? body : [body])
  if (parsed.success) return { calls: parsed.data, isBatch }
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } }))
  return null
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
