import type postgres from 'postgres'
import superjson from 'superjson'
import { z } from 'zod'
import { sqlFunctions } from '@/dev/testing/sql-functions'
import { forgetCaches } from '@/server/changing-cache'
import { ENDPOINTS } from '@/server/registry/endpoints'
import { appRouter } from '@/server/registry/procedures'
import type { DamagedWorld } from './damaged-world'
import { exampleCall } from './examples'
import { hearStatements } from './hear-statements'
import { callPortal } from './portal-caller'
import { TOKEN_EXAMPLES } from './token-examples'

const procedures = z
  .record(z.string(), z.custom<{ _def: { type: string; meta?: { access: string } } }>())
  .parse(appRouter._def.procedures)
const QUERIES = Object.keys(procedures).filter((path) => procedures[path]?._def.type === 'query')
/** Reads of `/v1`. */
export const READS = ENDPOINTS.filter(({ method, auth }) => method === 'GET' && auth === 'liveKey')

/** A reader whose answer shows what it could not read. */
export const HANDED_ON = 'hands it on'

const INPUTS: Record<string, object> = {
  'ledger.getStatement': { from: '2026-01-01', to: '2099-12-31' },
  'ledger.listStatementLines': { from: '2026-01-01', to: '2099-12-31', after: null },
  'ledger.listEntries': { currency: 'NGN', kind: 'suspense' },
  'alarms.list': { state: 'open' },
  'approvals.list': { state: 'pending' },
  'payments.quote': { wish: { purpose: 'SUBSCRIPTION', planId: 1, billingCycle: 'MONTHLY' } },
  'policies.get': { scope: 'project' },
  'policies.listChanges': { scope: 'project' },
  'tokens.preview': TOKEN_EXAMPLES['POST /v1/tokens']?.body ?? {},
}

const answered = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) })
const listed = z.union([
  z.array(z.unknown()),
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items),
  z.object({ data: z.array(z.unknown()), meta: z.unknown() }).transform(({ data }) => data),
])

/** How many rows each reader answered, or what is wrong with its answer. */
export type Answers = Map<string, number | string>

/** Every query of the portal and every read of `/v1`, as who may ask it; `newToken` gives a token that is still good. */
export function readersOf(world: DamagedWorld, token: () => string) {
  const toAnswer = (status: number, text: string, data: unknown) => {
    if (status >= 500) return `answers ${status}`
    if (text.includes('nonsense')) return HANDED_ON
    return listed.safeParse(data).data?.length ?? 0
  }
  const readers = new Map<string, () => Promise<number | string>>()
  for (const path of QUERIES) {
    const caller = ['support', 'operator'].includes(procedures[path]?._def.meta?.access ?? '')
      ? world.operator
      : world.owner
    const input = encodeURIComponent(superjson.stringify({ ...world.subjects, ...INPUTS[path] }))
    readers.set(path, async () => {
      const { status, text } = await callPortal(caller, { method: 'GET', path: `${path}?input=${input}` })
      return toAnswer(status, text, status === 200 ? answered.parse(JSON.parse(text)).result.data.json : null)
    })
  }
  for (const endpoint of READS) {
    readers.set(endpoint.path, async () => {
      const { status, text, body } = await world.send(exampleCall(endpoint, token()))
      return toAnswer(status, text, body.data)
    })
  }
  return readers
}

type Readers = ReturnType<typeof readersOf>

/** All at once would time out on a busy machine, which is not what their answers are read for. */
const ASKED_AT_ONCE = 25

/** What these readers answer, none of them from a cache. */
export async function askReaders(readers: Readers, names: Iterable<string> = readers.keys()): Promise<Answers> {
  forgetCaches()
  const waiting = [...names]
  const answers: Answers = new Map()
  while (waiting.length > 0) {
    const asked = waiting.splice(0, ASKED_AT_ONCE)
    const ask = async (name: string) => answers.set(name, (await readers.get(name)?.()) ?? 'is no reader')
    await Promise.all(asked.map(ask))
  }
  return answers
}

/** The text of the statements behind each reader's answer, with the SQL functions they call. */
export async function statementsOf(readers: Readers, sql: postgres.Sql): Promise<Map<string, readonly string[]>> {
  const functions = sqlFunctions()
  const withCalled = (text: string, met: ReadonlySet<string> = new Set()): string => {
    const called = [...functions.keys()].filter((name) => !met.has(name) && new RegExp(`\\b${name}\\b`).test(text))
    const all = new Set([...met, ...called])
    return [text, ...called.map((name) => withCalled(functions.get(name) ?? '', all))].join('\n')
  }
  const heard = hearStatements(sql)
  const texts = new Map<string, readonly string[]>()
  try {
    for (const name of readers.keys()) {
      const sent = await heard.of(() => askReaders(readers, [name]))
      texts.set(
        name,
        [...sent].map((text) => withCalled(text)),
      )
    }
  } finally {
    heard.close()
  }
  return texts
}
