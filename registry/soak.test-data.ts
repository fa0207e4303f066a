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
import { procedureInputs } from './fields-in.test-data'
import { appRouter } from './procedures'
import { validInput } from './valid-input.test-data'

/**
 * A separate process: sends hostile and valid calls to every operation of `/v1`, then to procedures of the portal, and
 * reports the memory that each took, in bytes. Run with --expose-gc.
 */
const [, , warmUps = '', rounds = ''] = process.argv
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

const TEXT_LENGTH = 60
/** How many inputs of a round at most differ by their number. */
const INPUTS = 10_000

/** An input that the schema takes, unlike any of another round. */
function validOf(schema: Parameters<typeof validInput>[0] | undefined, round: number): unknown {
  return schema && validInput(schema, round * INPUTS, { textLength: TEXT_LENGTH })
}

/** Ways that change a body say nothing to an operation without one. */
const isOfBody = (way: string) => HOSTILE_BODIES.some((other) => other === way)

/** The calls of a round to every operation of `/v1`: hostile ones, and a valid one. */
function operationCalls(round: number): (() => Promise<void>)[] {
  return ENDPOINTS.flatMap((endpoint) => {
    const ways = HOSTILE_WAYS.filter((way) => endpoint.body !== undefined || !isOfBody(way))
    const seed = `${round} ${endpoint.id}`
    const hostile = ways.map((way) => () => hostileCall(endpoint, { way, token, seed: `${seed} ${way}` }))
    const valid = () => {
      const call = hostileCall(endpoint, { way: 'allowed', token, seed, valid: validOf(endpoint.body, round) })
      return { ...call, path: `${call.path}${toQuery(validOf(endpoint.query, round))}` }
    }
    return [...hostile, valid].map((make) => () => {
      const call = make()
      const { method, path, headers, body } = call
      const request = new Request(new URL(path, 'http://api.test'), { method, headers, body })
      return send(call, async () => toResponse(await answerPath(toApiRequest(request))).status)
    })
  })
}

function toQuery(query: unknown): string {
  const texts = Object.entries(Object(query)).map(([name, value]) => [name, String(value)])
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : ''
}

/** A valid input of a procedure, about the caller's own project. */
function validProcedureInput(path: string, round: number): string {
  const inputs = procedureInputs.flatMap(({ name, schema }) => (name === path ? [validOf(schema, round)] : []))
  const input: Record<string, unknown> = Object.assign({}, ...inputs)
  const { businessId, projectId } = tenant
  const ids = Object.entries({ businessId, projectId }).filter(([name]) => name in input)
  return JSON.stringify({ ...input, ...Object.fromEntries(ids) })
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
      validProcedureInput(path, round),
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

type CallsOf = (round: number) => (() => Promise<void>)[]

async function play(calls: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0
  const one = async () => {
    for (let call = calls[next++]; call; call = calls[next++]) await call()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

async function soak(callsOf: CallsOf) {
  for (let round = 0; round < Number(warmUps); round++) await play(callsOf(round))
  const before = await settled()
  Object.assign(seen, { calls: 0, bytes: 0, faults: 0 })
  for (let round = 0; round < Number(rounds); round++) await play(callsOf(Number(warmUps) + round))
  return { before, after: await settled(), ...seen }
}

const used = { operations: await soak(operationCalls), procedures: await soak(procedureCalls) }
await endPools(1)
process.stdout.write(JSON.stringify(used), () => process.exit(0))
