import { type AbiEvent, type AbiParameter, parseAbi } from 'viem'

const FORM = /^event +[A-Za-z_$][\w$]{0,63} *\([^\n]*\)$/
/** The parser drops an empty argument without a word, which would be another event. */
const EMPTY_ARGUMENT = /,\s*[,)]|\(\s*,/
/** Elements of no size could be claimed by the billion in a few bytes, so lists have a length of 1 to 999, or any. */
const TYPE = /^(address|bool|string|tuple|bytes\d{0,2}|u?int\d{1,3})(\[([1-9]\d{0,2})?\]){0,2}$/
const MAX_INPUTS = 32
const MAX_INDEXED = 3
const MAX_DEPTH = 3

export const MAX_SIGNATURE_LENGTH = 500

/** Reads `event Staked(address indexed user, uint256 amount)`. What is wrong with it completes `<field>: …`. */
export function parseEventSignature(text: string): { event: AbiEvent } | { problem: string } {
  if (text.length > MAX_SIGNATURE_LENGTH) return { problem: `must be at most ${MAX_SIGNATURE_LENGTH} characters` }
  if (/\) *anonymous$/.test(text)) return { problem: 'an anonymous event cannot be told from others' }
  const event = FORM.test(text) && !EMPTY_ARGUMENT.test(text) ? parsed(text) : null
  if (!event)
    return {
      problem: 'is neither a key of the catalog nor an event like `event Paid(address indexed by, uint256 amount)`',
    }
  if (event.inputs.filter(({ indexed }) => indexed).length > MAX_INDEXED)
    return { problem: `an event has at most ${MAX_INDEXED} indexed inputs` }
  const fault = inputsFault(event.inputs, 1)
  return fault ? { problem: fault } : { event }
}

function parsed(text: string): AbiEvent | null {
  try {
    const signatures: string[] = [text]
    const [item] = parseAbi(signatures)
    return item?.type === 'event' ? item : null
  } catch {
    return null
  }
}

type Input = AbiParameter & { components?: readonly AbiParameter[] }

function inputsFault(inputs: readonly Input[], depth: number): string | null {
  if (inputs.length > MAX_INPUTS) return `an event has at most ${MAX_INPUTS} inputs here`
  if (depth > MAX_DEPTH) return 'tuples are nested too deep'
  const names = inputs.flatMap(({ name }) => name || [])
  if (new Set(names).size < names.length) return 'two inputs have the same name'
  for (const { type, components } of inputs) {
    if (!TYPE.test(type)) return `${type} is no type that can be read`
    const fault = components && (components.length === 0 ? 'a tuple is empty' : inputsFault(components, depth + 1))
    if (fault) return fault
  }
  return null
}
