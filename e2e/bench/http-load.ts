import { Pool } from 'undici'

/** Load generator, in a separate process: keeps 32 connections busy for a while and reports as one JSON line. */
const [origin = '', path = '', token = '', seconds = '5', body = ''] = process.argv.slice(2)
const CONNECTIONS = 32
const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
const call = body ? ({ method: 'POST', body } as const) : ({ method: 'GET' } as const)

async function keepAsking(until: number, latencies: number[]): Promise<void> {
  while (performance.now() < until) {
    const from = performance.now()
    const answer = await pool.request({ path, headers, ...call })
    const text = await answer.body.text()
    const { statusCode } = answer
    if (statusCode !== 200) throw new Error(`the server answered ${statusCode}: ${text}`)
    latencies.push(performance.now() - from)
  }
}

async function run(forMs: number): Promise<number[]> {
  const latencies: number[] = []
  const until = performance.now() + forMs
  await Promise.all(Array.from({ length: CONNECTIONS }, () => keepAsking(until, latencies)))
  return latencies.sort((a, b) => a - b)
}

await run(1_500)
const from = performance.now()
const latencies = await run(Number(seconds) * 1_000)
const elapsed = (performance.now() - from) / 1_000
const quantile = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]
console.log(JSON.stringify({ perSecond: latencies.length / elapsed, p50Ms: quantile(0.5), p99Ms: quantile(0.99) }))
await pool.close()
