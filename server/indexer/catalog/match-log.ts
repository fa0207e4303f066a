import { type AbiEvent, type Address, getAddress, type Hex, zeroAddress } from 'viem'
import { type EventKey, isEventKey } from '@/schemas/indexer/words'
import { parseEventSignature } from '@/server/text/parse-event-signature'
import { type DecodedValues, decodeLog, type LogText, selectorOf } from './decode-log'
import { LAYOUTS, type Layout } from './layouts'

/**
 * The content of one event, as it is sent (spec 6.2). `ordinal` counts the events of one log from 0; null if a log
 * is one event.
 */
export type ReadEvent = {
  eventType: string
  from: string
  to: string
  amount: string
  decoded: DecodedValues
  ordinal: number | null
}

/** `isUndecodable`: the log has the topic of a requested event, but does not decode as one. */
type Match = { events: ReadEvent[]; isUndecodable: boolean }

/** The readers of the logs that a subscription requests, by first topic. */
export type EventReaders = ReadonlyMap<Hex, readonly Reader[]>

type Reader = (log: LogText & { address: Address }) => ReadEvent[] | null

const NOTHING: Match = { events: [], isUndecodable: false }

/** `events`: keys of the catalog and signatures, as a subscription holds them. */
export function toEventReaders(events: readonly string[]): EventReaders {
  const keys = new Set(events.filter(isEventKey))
  const byTopic = new Map<Hex, Reader[]>()
  const add = (topic: Hex, reader: Reader) => byTopic.set(topic, [...(byTopic.get(topic) ?? []), reader])
  for (const layout of LAYOUTS)
    if (layout.keys.some((key) => keys.has(key))) add(selectorOf(layout.event), readerOf(layout, keys))
  // Checked after the catalog: a log is delivered once, and the key of the catalog is more specific than the name of a
  // declaration.
  const declared = new Map<Hex, AbiEvent[]>()
  for (const signature of events.filter((text) => !isEventKey(text))) {
    const found = parseEventSignature(signature)
    if (!('event' in found)) continue
    const topic = selectorOf(found.event)
    declared.set(topic, [...(declared.get(topic) ?? []), found.event])
  }
  for (const [topic, same] of declared) add(topic, readerOfDeclarations(same))
  return byTopic
}

/** The events that a subscription gets from a log. Never throws. */
export function matchLog(byTopic: EventReaders, log: LogText & { address: Address }): Match {
  const readers = log.topics[0] === undefined ? undefined : byTopic.get(log.topics[0])
  if (!readers) return NOTHING
  const read = readers.map((reader) => reader(log))
  const events = read.find((found) => found !== null && found.length > 0) ?? []
  return { events, isUndecodable: read.every((found) => found === null) }
}

/** The id of an event by its position in the chain. It stays the same as long as the chain keeps the block. */
export function eventIdOf(transactionHash: string, logIndex: number, ordinal: number | null): string {
  return ordinal === null ? `${transactionHash}:${logIndex}` : `${transactionHash}:${logIndex}:${ordinal}`
}

function readerOf(layout: Layout, keys: ReadonlySet<EventKey>): Reader {
  return (log) => {
    const all = decodeLog(layout.event, log)
    const parts = all && partsOf(layout, all)
    if (!parts) return null
    return parts.flatMap((decoded, position) => {
      const from = partyOf(decoded, layout.from) ?? getAddress(log.address)
      const to = partyOf(decoded, layout.to) ?? getAddress(log.address)
      const eventType = layout.keys.find((key) => keys.has(key) && isOfKey(key, { from, to }))
      const amount = 'is' in layout.amount ? layout.amount.is : textOf(decoded[layout.amount.of])
      const ordinal = layout.each ? position : null
      return eventType ? [{ eventType, from, to, amount: amount ?? '0', decoded, ordinal }] : []
    })
  }
}

/**
 * Declarations with one topic may differ in which inputs are indexed. The one that fits the topics and data of a log
 * reads it. If two fit and return different values, the log is ambiguous and matches none.
 */
function readerOfDeclarations(events: readonly AbiEvent[]): Reader {
  const readers = events.map((event) => ({ mask: indexedMaskOf(event), read: readerOfSignature(event) }))
  return (log) => {
    const fits = readers.flatMap(({ mask, read }) => {
      const [event] = read(log) ?? []
      return event ? [{ mask, event }] : []
    })
    const [first, ...others] = fits
    if (!first) return null
    const rivals = others.filter(({ mask }) => mask !== first.mask)
    return rivals.every(({ event }) => hasEqualValues(event, first.event)) ? [first.event] : null
  }
}

/** The inputs that are indexed, as a mask like `101`. */
function indexedMaskOf({ inputs }: AbiEvent): string {
  return inputs.map(({ indexed }) => (indexed ? '1' : '0')).join('')
}

function hasEqualValues(one: ReadEvent, other: ReadEvent): boolean {
  return JSON.stringify(Object.values(one.decoded)) === JSON.stringify(Object.values(other.decoded))
}

/** Reads an event outside of the standards: its parties and amount are the inputs with the names of the standards. */
function readerOfSignature(event: AbiEvent): Reader {
  const typeOf = (name: string) => event.inputs.find((input) => input.name === name)?.type ?? ''
  const addressNamed = (name: string) => (typeOf(name) === 'address' ? name : null)
  const amount = ['amount', 'value'].find((name) => /^uint\d*$/.test(typeOf(name)))
  return (log) => {
    const decoded = decodeLog(event, log)
    if (!decoded) return null
    const from = partyOf(decoded, addressNamed('from')) ?? getAddress(log.address)
    const to = partyOf(decoded, addressNamed('to')) ?? getAddress(log.address)
    const amountText = amount === undefined ? null : textOf(decoded[amount])
    return [{ eventType: event.name, from, to, amount: amountText ?? '0', decoded, ordinal: null }]
  }
}

/** Splits a batch into its items; null if its lists differ in length. */
function partsOf({ each }: Layout, decoded: DecodedValues): DecodedValues[] | null {
  if (!each) return [decoded]
  const lists = Object.entries(each).map(([input, name]) => ({ name, items: listOf(decoded[input]) }))
  const length = lists[0]?.items.length ?? 0
  if (lists.some(({ items }) => items.length !== length)) return null
  const common = Object.entries(decoded).filter(([name]) => !(name in each))
  return Array.from({ length }, (_, position) =>
    Object.fromEntries([...common, ...lists.map(({ name, items }) => [name, items[position]] as const)]),
  )
}

function isOfKey(key: EventKey, { from, to }: { from: string; to: string }): boolean {
  if (key === 'mint') return from === zeroAddress
  return key !== 'burn' || to === zeroAddress
}

function partyOf(decoded: DecodedValues, name: string | null): string | null {
  return name === null ? null : textOf(decoded[name])
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
