import { z } from 'zod'
import { lineOfText } from '@/server/text/contract'
import { readTerm } from '@/server/text/read-term'
import type { HitKind } from './words'

export const searchInput = z.object({
  text: lineOfText
    .trim()
    .max(120)
    .refine((text) => readTerm(text) !== null, 'must be an id, a transaction hash or an address, in full'),
})

/** Something of a business that was found, and where support looks at it. */
export type SearchHit = {
  kind: HitKind
  id: string
  /** What people know it by. */
  label: string
  status: string | null
  businessId: string
  businessName: string
  /** Whose pages show it: of what belongs to the business alone, its oldest project; null where there is none. */
  projectId: string | null
  projectName: string | null
  createdAt: string
}

/** `isCut`: there are more of a kind than are shown. */
export type SearchAnswer = { hits: SearchHit[]; isCut: boolean }
