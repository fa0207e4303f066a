import { setTimeout as wait } from 'node:timers/promises'
import { flushRequestLog } from '@/server/api/request-log'
import { toApiRequest, toResponse } from '@/server/api/serve'
import { endPools } from '@/server/database/pools'
import { newCaller } from '@/server/testing/callers'
import { HOSTILE_BODIES, HOSTILE_WAYS, hostileBody, hostileCall, hostileText } from '@/server/testing/hostile-calls'
import { callPortal, newPortalCaller } from '@/server/testing/portal-caller'
import { describeProcedure, withValue } from '@/server/testing/procedure-facts'
import { someOf } from '@/server/testing/proof'
import { flushUsage } from '@/server/usage/flush-usage'
import { answerPath } from './answer-path'
import { ENDPOINTS } from './endpoints'
import { appRouter } from './procedures'

/**
 * A separate process: sends hostile calls to every operation of `/v1`, or to every procedure of the portal, and reports
 * the memory that took, in bytes. Run with --expose-gc.
 */
const [, , subject = '', warmUps = '', rounds = ''] = process.argv
const AT_ONCE = 8
const PROCEDURES = someOf(Object.entries(appRouter._def.procedures), 30)

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

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string }

const { token, tenant } = await newCaller()
const owner = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
const operator = await newPortalCaller({ platformRole: 'operator' })
const seen = { calls: 0, bytes: 0, faults: 0 }

async function send(call: Sent, answer: () => Promise<number>): Promise<void> {
  const status = await answer()
  seen.calls += 1
  seen.bytes += call.path.length + (call.body?.length ?? 0)
  if (status >= 500 && status !== 503) seen.faults += 1
}

/** The calls of a round to every operation of `/v1`. */
function operationCalls(round: number): (() => Promise<void>)[] {
  return ENDPOINTS.flatMap((endpoint) =>
    HOSTILE_WAYS.map((way) => () => {
      const call = hostileCall(endpoint, { way, token, seed: `${round} ${endpoint.id} ${way}` })
      const { method, path, headers, body } = call
      const request = new Request(new URL(path, 'http://api.test'), { method, headers, body })
      return send(call, async () => toResponse(await answerPath(toApiRequest(request))).status)
    }),
  )
}

/** The calls of a round to the procedures that take an input. */
function procedureCalls(round: number): (() => Promise<void>)[] {
  return PROCEDURES.flatMap(([path, procedure]) => {
    const { type, access, sample, texts } = describeProcedure(procedure, {
      businessId: tenant.businessId,
      projectId: tenant.projectId,
    })
    if (Object.keys(Object(sample)).length === 0) return []
    const caller = access === 'operator' || access === 'support' ? operator : owner
    const seed = `${round} ${path}`
    const bodies = [
      ...HOSTILE_BODIES.map((way) => hostileBody(sample, way, `${seed} ${way}`)),
      ...texts.map((field) => JSON.stringify(withValue(sample, field, hostileText(`${seed} ${field.join('.')}`, 40)))),
    ].map((input) => `{"json":${input}}`)
    return bodies.map((body) => () => {
      const call =
        type === 'query'
          ? { method: 'GET', path: `${path}?input=${encodeURIComponent(body)}` }
          : { method: 'POST', path, body }
      return send(call, async () => (await callPortal(caller, call)).status)
    })
  })
}

async function play(round: number): Promise<void> {
  const calls = subject === 'procedures' ? procedureCalls(round) : operationCalls(round)
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
