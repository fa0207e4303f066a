import { z } from 'zod'

const replies = z.array(z.object({ id: z.number(), result: z.unknown() }))
const AT_ONCE = 100

/** Many JSON-RPC calls to a local chain in batches; results in the order of the calls. */
export async function callRpcInBatches(
  url: string,
  calls: readonly { method: string; params: readonly unknown[] }[],
): Promise<unknown[]> {
  const results: unknown[] = []
  for (let start = 0; start < calls.length; start += AT_ONCE) {
    const batch = calls.slice(start, start + AT_ONCE).map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(batch) })
    const byId = new Map(replies.parse(await answer.json()).map(({ id, result }) => [id, result]))
    results.push(...batch.map(({ id }) => byId.get(id)))
  }
  return results
}
