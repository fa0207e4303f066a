import { type AbiEvent, type Address, encodeAbiParameters, encodeEventTopics, type Hex } from 'viem'
import { LAYOUTS } from './layouts'
import { matchLog, toEventReaders } from './match-log'

export const CONTRACT = '0x00000000000000000000000000000000000000cc'
export const ONE = '0x00000000000000000000000000000000000000A1'
export const TWO = '0x00000000000000000000000000000000000000b2'
export const STAKED = 'event Staked(address indexed from, uint256 amount, string note)'
/** A log of an event with these values. */
export function logOf(event: AbiEvent, values: Record<string, unknown>) {
  const plain = event.inputs.filter(({ indexed }) => !indexed)
  const data = encodeAbiParameters(
    plain,
    plain.map(({ name }) => values[name ?? '']),
  )
  return { address: CONTRACT as Address, topics: encodeEventTopics({ abi: [event], args: values }) as Hex[], data }
}
export const layoutOf = (standard: string, name: string): AbiEvent => {
  const found = LAYOUTS.find((layout) => layout.standard === standard && layout.event.name === name)
  if (!found) throw new Error(`no ${name} of ${standard}`)
  return found.event
}
export const erc20 = layoutOf('ERC-20', 'Transfer')
export const typesOf = (events: readonly string[], log: ReturnType<typeof logOf>) =>
  matchLog(toEventReaders(events), log).events.map(({ eventType }) => eventType)
