import { z } from 'zod'
import { failureReason } from '@/components/transactions/failure-reason'
import { gasShortageView } from '@/schemas/ledger/contract'
import { type Shortfall, shortfallView } from '@/server/money/shortfall'

/** The content of a refusal: its message, the errors by field, and the figures if something was short. */
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

/** Reads the body of a refused call. A body in another format results in empty fields. */
export function readRefusal(body: string | null): Refusal {
  const read = refusal.safeParse(parse(body))
  if (!read.success) return { message: null, errors: [], shortfall: null, resolvePath: null }
  const { message, errors, data: shortfall, resolveUrl } = read.data
  const resolvePath = resolveUrl && pathOf(resolveUrl)
  return { message: message && failureReason(message, shortfall), errors, shortfall, resolvePath }
}

/** The path of a page of this portal; the URL in the body may have another origin of the portal. */
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
