import {
  type AbiEvent,
  type AbiParameter,
  decodeAbiParameters,
  encodeAbiParameters,
  getAddress,
  type Hex,
  isHex,
  toEventSelector,
} from 'viem'

/** A log of a contract, as a node reports it. */
export type LogText = { topics: readonly Hex[]; data: Hex }

/** Values in their JSON form: integers as decimal text, addresses in their checksum form, bytes as hex. */
export type DecodedValues = Readonly<Record<string, unknown>>

type Input = AbiParameter & { components?: readonly AbiParameter[] }

const TOPIC_LENGTH = 66
/** Cached, because hashing an event's signature costs as much as decoding its log. */
const selectors = new WeakMap<AbiEvent, Hex>()

/** The first topic of an event's logs. */
export function selectorOf(event: AbiEvent): Hex {
  const eventTopic = selectors.get(event) ?? toEventSelector(event)
  selectors.set(event, eventTopic)
  return eventTopic
}

/**
 * The values of a log that belongs to this event, by the names of its inputs, or by position if they have none. Null if
 * the log does not fit: other inputs are indexed, a value is out of range, or the data is too short or too long. Never
 * throws.
 */
export function decodeLog(event: AbiEvent, { topics, data }: LogText): DecodedValues | null {
  const [selector, ...indexed] = topics
  if (selector !== selectorOf(event) || !isHex(data) || data.length % 2 !== 0) return null
  if (indexed.length !== event.inputs.filter((input) => input.indexed).length) return null
  if (!indexed.every((topic) => isHex(topic) && topic.length === TOPIC_LENGTH)) return null
  try {
    const plain = valuesOf(
      event.inputs.filter((input) => !input.indexed),
      data,
    )
    const entries = event.inputs.map((input, position) => {
      const value = input.indexed ? indexedValue(input, indexed.shift()) : plain.shift()
      return [input.name || String(position), value] as const
    })
    return Object.fromEntries(entries)
  } catch {
    return null
  }
}

/** The chain keeps only a hash of an indexed value without a fixed size. */
function indexedValue(input: Input, topic: Hex | undefined): unknown {
  if (topic === undefined) throw new Error('a topic is missing')
  const isHash = isDynamic(input) || input.type.startsWith('tuple') || input.type.endsWith(']')
  return isHash ? topic : valuesOf([input], topic)[0]
}

function valuesOf(inputs: readonly Input[], data: Hex): unknown[] {
  if (inputs.length === 0 && data !== '0x') throw new Error('there is more than the event says')
  if (inputs.length === 0) return []
  const simple = simpleValues(inputs, data.toLowerCase())
  if (simple) return simple
  const nameless = inputs.map(withoutNames)
  const values = decodeAbiParameters(nameless, data)
  // Inputs of fixed size have only one encoding, so a log that is encoded differently is not this event.
  if (!inputs.some(isDynamic) && encodeAbiParameters(nameless, values) !== data.toLowerCase())
    throw new Error('the data is not what an encoder makes of these values')
  return inputs.map((input, position) => toJson(input, values[position]))
}

/**
 * Decodes values of one word each, which nearly all events have; the general decoder takes twenty times as long. Null
 * if an input has another type or the number of words differs. Throws if a word has a value that no encoder writes.
 */
function simpleValues(inputs: readonly Input[], data: string): unknown[] | null {
  if (data.length !== 2 + WORD * inputs.length) return null
  const values: unknown[] = []
  for (const [position, { type }] of inputs.entries()) {
    const read = READERS[type]
    if (!read) return null
    const value = read(data.slice(2 + WORD * position, 2 + WORD * (position + 1)))
    if (value === null) throw new Error('the data is not what an encoder makes of these values')
    values.push(value)
  }
  return values
}

/** Hex digits of a word. */
const WORD = 64
/** Reads a value from the hex digits of a word; null if the word is not a value of the type. */
const READERS: Record<string, (word: string) => unknown> = {
  address: (word) => (isZero(word.slice(0, 24)) ? getAddress(`0x${word.slice(24)}`) : null),
  uint256: (word) => BigInt(`0x${word}`).toString(),
  bool: (word) => (isZero(word.slice(0, -1)) && /[01]$/.test(word) ? word.endsWith('1') : null),
  bytes32: (word) => `0x${word}`,
}

function isZero(digits: string): boolean {
  return /^0*$/.test(digits)
}

/**
 * Removes names, because the decoder returns tuples without names as lists. Strings are decoded as bytes, because a
 * contract may write any bytes into them.
 */
function withoutNames({ type, components }: Input): AbiParameter {
  const asBytes = type.replace(/^string/, 'bytes')
  return components ? { type: asBytes, components: components.map(withoutNames) } : { type: asBytes }
}

export function isDynamic({ type, components }: Input): boolean {
  if (type.includes('[]')) return true
  const element = type.replace(/\[.*$/, '')
  return element === 'string' || element === 'bytes' || (components ?? []).some(isDynamic)
}

function toJson(input: Input, value: unknown): unknown {
  const list = /^(.*)\[\d*\]$/.exec(input.type)
  if (list && Array.isArray(value)) return value.map((item) => toJson({ ...input, type: list[1] ?? '' }, item))
  if (input.components && Array.isArray(value)) {
    const entries = input.components.map((part, n) => [part.name || String(n), toJson(part, value[n])] as const)
    return Object.fromEntries(entries)
  }
  if (typeof value === 'bigint' || typeof value === 'number') return value.toString()
  return input.type === 'string' && isHex(value) ? textOf(value) : value
}

/** Bytes that are not valid UTF-8 stay hex. */
function textOf(bytes: Hex): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes.slice(2), 'hex'))
  } catch {
    return bytes
  }
}
