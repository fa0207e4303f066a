import { z } from 'zod'
import { failureReason } from '@/components/transactions/failure-reason'
import { gasShortageView } from '@/schemas/ledger/contract'
import { type Shortfall, shortfallView } from '@/server/money/shortfall'

/** What a refusal says: in words, field by field, and in figures where something was lacking. */
export type Refusal = {
  message: string | null
  errors: string[]
  shortfall: Shortfall | null
  resolvePath: string | null
}

const gas = gasShortageView.transform(({ neededUsd, availableUsd }) => ({
  unit: 'USD',
  needed: neededUsd,
  available: availableUsd,
}))
const failedRecord = z.object({ shortfall: shortfallView }).transform(({ shortfall }) => shortfall)
const refusal = z.object({
  message: z.string().nullable().catch(null),
  errors: z.array(z.string()).catch([]),
  resolveUrl: z.url().nullable().catch(null),
  data: z.union([gas, failedRecord]).nullable().catch(null),
})

/** Reads the body of a refused call. One that is none of ours says nothing. */
export function readRefusal(body: string | null): Refusal {
  const read = refusal.safeParse(parse(body))
  if (!read.success) return { message: null, errors: [], shortfall: null, resolvePath: null }
  const { message, errors, data: shortfall, resolveUrl } = read.data
  const resolvePath = resolveUrl && pathOf(resolveUrl)
  return { message: message && failureReason(message, shortfall), errors, shortfall, resolvePath }
}

/** The page of this portal; the body may have come from another address of it. */
function pathOf(url: string): string | null {
  const { pathname, search } = new URL(url)
  return pathname.startsWith('/projects/') ? pathname + search : null
}

function parse(text: string | null): unknown {
  try {
    return text && JSON.parse(text)
  } catch {
    return null
  }
}
