import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsChainId } from '@/components/filters/parse-as-chain-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { LANE_STATES } from '@/schemas/lanes/words'

/** The state of the lane list in the URL. Idle lanes are shown only on request. */
export const laneFilter = {
  state: parseAsStringLiteral([...LANE_STATES, 'all']).withDefault('busy'),
  chain: parseAsChainId,
  search: parseAsText.withDefault(''),
  page: parseAsPage,
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
    chainId: chain ?? undefined,
    search: search.slice(0, 120) || undefined,
    page,
  }
}
