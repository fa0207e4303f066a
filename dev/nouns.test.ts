import { expect, test } from 'vitest'
import type { Endpoint } from '@/server/api/endpoint'
import { readSource, sourcesIn } from './testing/sources'

const files = ['schemas', 'server', 'transport'].flatMap(sourcesIn)
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'id' in value && 'handle' in value

/** `wallets`, of a noun that people or programs can call. */
const named = (file: string) =>
  files.filter((candidate) => candidate.startsWith('transport/') && candidate.endsWith(`/${file}`))
const doors = [...named('router.ts'), ...named('endpoints.ts')]
const rooms = [...new Set(doors.map((file) => file.replace(/^transport\/|\/[^/]+$/g, '')))]

test.each(named('endpoints.ts'))('%s exports each endpoint under its id', async (file) => {
  const exported = Object.entries(await import(`@/${file}`)).filter(([, value]) => isEndpoint(value))
  expect(exported.length).toBeGreaterThan(0)
  expect(exported.map(([name]) => name)).toEqual(
    exported.map(([, value]) => `${isEndpoint(value) && value.id}Endpoint`),
  )
})

test.each(named('router.ts'))('%s takes what comes in by a contract', (file) => {
  expect(readSource(file)).not.toMatch(/from 'zod'/)
})

test.each(named('endpoints.ts'))('%s takes what comes in by a contract', (file) => {
  expect(readSource(file)).not.toMatch(/\b(params|query|body): z\b/)
})

/** Rooms within a noun share what stands at its door. */
const nouns = [...new Set(rooms.map((room) => room.split('/')[0] ?? ''))]

test.each(nouns)('%s has its contract and its view', (noun) => {
  expect(files).toContain(`schemas/${noun}/contract.ts`)
  expect(files).toContain(`server/${noun}/view.ts`)
})

/** Verbs that answer rows to the outside. */
const readers = files.filter(
  (file) => rooms.some((room) => file.startsWith(`server/${room}/`)) && /\/(list|get)-[^/.]+\.ts$/.test(file),
)

test('rows become what the outside sees in views alone, and its types stand in contracts', () => {
  expect(readers.length).toBeGreaterThan(30)
  const says = (text: RegExp) => readers.filter((file) => text.test(readSource(file)))
  expect(says(/\.toISOString\(\)|\bformat(Usd|Amount)\b/)).toEqual([])
  expect(says(/^export type .*(View|Page|Detail)\b/m)).toEqual([])
})

test('the portal calls a noun as its room is called', () => {
  const registry = readSource('registry/procedures.ts')
  const entries = [...registry.matchAll(/^ {2}(\w+): (\w+)Router,$/gm)]
  expect(entries.length).toBe(named('router.ts').length)
  for (const [, name, router] of entries) expect(name).toBe(router)
  for (const [, router, room] of registry.matchAll(/import \{ (\w+)Router \} from '@\/transport\/(\w+)\/router'/g))
    expect(router).toBe(room)
})

/** The name of a procedure or an operation, and the verbs that it calls. */
type Call = { noun: string; name: string; verbs: string[] }

/** Checks and forms are nobody's verbs, and neither is what makes an id, a secret or a key ready before the verb. */
const NO_VERBS =
  /\/(contract|endpoint|init|paging|ctx|errors|messages|refusals|target|words|[\w-]+-procedures|new-[\w-]+|open-business-seed|signing-keys)$/

function callsOf(file: string, start: RegExp): Call[] {
  const source = readSource(file)
  const noun = file.split('/')[1] ?? ''
  const imported = [...source.matchAll(/^import \{([^}]+)\} from '([^']+)'/gm)].flatMap(([, names = '', from = '']) =>
    NO_VERBS.test(from) ? [] : names.split(',').map((name) => name.trim()),
  )
  const begins = [...source.matchAll(start)]
  return begins.map(({ 1: name = '', index }, position) => {
    const [text = ''] = source.slice(index, begins[position + 1]?.index).split(/^\}\)/m)
    return { noun, name, verbs: imported.filter((verb) => verb && new RegExp(`\\b${verb}\\(`).test(text)) }
  })
}

const procedures = named('router.ts').flatMap((file) => callsOf(file, /^ {2}(\w+): \w+Procedure\b/gm))
const operations = named('endpoints.ts').flatMap((file) => callsOf(file, /^export const (\w+)Endpoint\b/gm))

/** `keys.listOfProject` is `keys.list` of another project. */
const plain = (name: string) => name.replace(/Of(Project|Business|Chain|All|Product)$/, '')
const wordsOf = (name: string) =>
  plain(name)
    .split(/(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''))

/** `list` and `listStuck` are short for `listStuckHeads`; `stuck` is not. */
function isShortFor(name: string, verb: string): boolean {
  const [first, ...rest] = wordsOf(name)
  const [begin, ...words] = wordsOf(verb)
  if (first !== begin) return false
  const left = rest.reduce((after: string[] | null, word) => {
    const at = after?.indexOf(word) ?? -1
    return after && at >= 0 ? after.slice(at + 1) : null
  }, words)
  return left !== null
}

test.each(procedures.map((call) => [`${call.noun}.${call.name}`, call] as const))(
  '%s is called as its verb',
  (_, call) => {
    if (call.verbs.length === 0) return
    expect(call.verbs.filter((verb) => isShortFor(call.name, verb))).not.toEqual([])
  },
)

test('a program and a person call the same verb by the same name', () => {
  const withoutNoun = ({ noun, name }: Call) => wordsOf(name).filter((word) => word !== noun.replace(/s$/, ''))
  const shared = operations.flatMap((operation) =>
    // It may also call the verb that reads its answer, which is not named like it.
    operation.verbs
      .filter((verb) => isShortFor(operation.name, verb))
      .flatMap((verb) => {
        const siblings = procedures.filter(
          (procedure) => procedure.verbs.includes(verb) && isShortFor(procedure.name, verb),
        )
        return siblings.length > 0 ? [{ operation, siblings }] : []
      }),
  )
  expect(shared.length).toBeGreaterThan(8)
  const unlike = shared.flatMap(({ operation, siblings }) =>
    siblings
      .filter((sibling) => String(withoutNoun(sibling)) !== String(withoutNoun({ ...operation, noun: sibling.noun })))
      .map((sibling) => `${operation.name} and ${sibling.noun}.${sibling.name}`),
  )
  expect(unlike).toEqual([])
})
