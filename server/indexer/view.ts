import type { AbiEvent } from 'viem'
import { EVENT_TEXTS } from './catalog/event-texts'
import { LAYOUTS } from './catalog/layouts'
import type { EventTypeView } from './contract'
import { type EventKey, isSolanaKey } from './words'

export function toEventType(key: EventKey): EventTypeView {
  const layouts = LAYOUTS.filter(({ keys }) => keys.includes(key))
  return {
    key,
    description: EVENT_TEXTS[key],
    networks: isSolanaKey(key) ? ['EVM', 'SOLANA'] : ['EVM'],
    signatures: layouts.map(({ standard, event }) => ({ standard, signature: signatureOf(event) })),
  }
}

/** A list that is shown whole. */
export function toWholeList<Row>(rows: Row[]) {
  return { data: rows, meta: { total: rows.length, page: 1, limit: rows.length, totalPages: 1 } }
}

/** As contracts declare it, and as a subscription may name it. */
function signatureOf({ name, inputs }: AbiEvent): string {
  const declared = inputs.map((input) => [input.type, ...(input.indexed ? ['indexed'] : []), input.name].join(' '))
  return `event ${name}(${declared.join(', ')})`
}
