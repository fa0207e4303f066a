import { setTimeout as wait } from 'node:timers/promises'
import { flushRequestLog } from '@/server/api/request-log'
import { toApiRequest, toResponse } from '@/server/api/serve'
import { endPools } from '@/server/database/pools'
import { newCaller } from '@/server/testing/callers'
import { HOSTILE_WAYS, type HostileCall, hostileCall } from '@/server/testing/hostile-calls'
import { flushUsage } from '@/server/usage/flush-usage'
import { answerPath } from './answer-path'
import { ENDPOINTS } from './endpoints'

/**
 * A separate process: sends hostile calls to every operation, and reports the memory that took, in bytes. Run with
 * --expose-gc.
 */
const [, , warmUps = '', rounds = ''] = process.argv
const AT_ONCE = 8

/** The memory in use after garbage collection, in bytes. */
async function settled(): Promise<number> {
  await Promise.all([flushRequestLog(), flushUsage()])
  for (let n = 0; n < 4; n++) {
    global.gc?.()
    await wait(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const { token } = await newCaller()
const seen = { calls: 0, bytes: 0, faults: 0 }

async function send({ method, path, headers, body }: HostileCall): Promise<void> {
  const request = new Request(new URL(path, 'http://api.test'), { method, headers, body })
  const { status } = toResponse(await answerPath(toApiRequest(request)))
  seen.calls += 1
  seen.bytes += path.length + (body?.length ?? 0)
  if (status >= 500 && status !== 503) seen.faults += 1
}

async function play(round: number): Promise<void> {
  const calls = ENDPOINTS.flatMap((endpoint) =>
    HOSTILE_WAYS.map(
      (way) => () => send(hostileCall(endpoint, { way, token, seed: `${round} ${endpoint.id} ${way}` })),
    ),
  )
  let next = 0
  const one = async () => {
    for (let call = calls[next++]; call; call = calls[next++]) await call()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

for (let round = 0; round < Number(warmUps); round++) await play(round)
const before = await settled()
Object.assign(seen, { calls: 0, bytes: 0, faults: 0 })
for (let round = 0; round < Number(rounds); round++) await play(Number(warmUps) + round)
const after = await settled()
await endPools(1)
process.stdout.write(JSON.stringify({ before, after, ...seen }), () => process.exit(0))
