import { z } from 'zod'
import { lineOfText } from '@/schemas/text/contract'
import type { TokenOperationSummary } from '@/schemas/tokens/operations/contract'
import { type HitKind, MAX_SEARCH_LETTERS, type OwnHitKind } from './words'

export const searchInput = z.object({ text: lineOfText.trim().min(1).max(MAX_SEARCH_LETTERS) })

type Labelled = {
  /** The name by which people know it. */
  label: string
  /** The token operation that a transaction executes, which names it better; null for all else. */
  tokenOperation: TokenOperationSummary | null
}

/** A record of a business that matches, and the page where support sees it. */
export type SearchHit = Labelled & {
  kind: HitKind
  id: string
  status: string | null
  businessId: string
  businessName: string
  /**
   * The project whose pages show it. For records of the business itself this is its oldest project; null if there is
   * none.
   */
  projectId: string | null
  projectName: string | null
  createdAt: string
}

/** `isTerm`: it is something that can be looked for; `isCut`: there are more of a kind than are shown. */
export type SearchAnswer = { isTerm: boolean; hits: SearchHit[]; isCut: boolean }

/** A record of a project, as its people find it. */
export type OwnHit = Labelled & { kind: OwnHitKind; id: string; status: string | null; createdAt: string }
