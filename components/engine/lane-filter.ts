import { parseAsInteger, parseAsStringLiteral } from 'nuqs/server'
import { parseAsText } from '@/components/filters/parse-as-text'
import { LANE_STATES } from '@/server/lanes/words'

/** The lane list's state in the URL. What is idle shows only when asked for. */
export const laneFilter = {
  state: parseAsStringLiteral([...LANE_STATES, 'all']).withDefault('busy'),
  chain: parseAsInteger,
  search: parseAsText.withDefault(''),
  page: parseAsInteger.withDefault(1),
}

type Filter = {
  state: (typeof LANE_STATES)[number] | 'all'
  chain: number | null
  search: string
  page: number
}

export function toLaneInput({ state, chain, search, page }: Filter) {
  return {
    state: state === 'all' ? undefined : state,
    chainId: chain !== null && chain > 0 ? chain : undefined,
    search: search.slice(0, 120) || undefined,
    page: Math.max(1, page),
  }
}
