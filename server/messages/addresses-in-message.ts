import type { ReadMessage } from './read-message'

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** The addresses in typed data, including its contract. Other messages have none. */
export function addressesInMessage(message: ReadMessage): string[] {
  if (message.kind !== 'typedData') return []
  const { verifyingContract, message: fields } = message.typedData
  return [verifyingContract, ...textsIn(fields).filter((text) => ADDRESS.test(text))]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
