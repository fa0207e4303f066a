import { z } from 'zod'
import { failureReason } from '@/components/transactions/failure-reason'
import { gasShortageView } from '@/server/ledger/contract'
import { type Shortfall, shortfallView } from '@/server/money/contract'

/** What a refusal says: in words, field by field, and in figures where something was lacking. */
export type Refusal = { message: string | null; errors: string[]; shortfall: Shortfall | null }

const gas = gasShortageView.transform(({ neededUsd, availableUsd }) => ({
  unit: 'USD',
  needed: neededUsd,
  available: availableUsd,
}))
const failedRecord = z.object({ shortfall: shortfallView }).transform(({ shortfall }) => shortfall)
const refusal = z.object({
  message: z.string().nullable().catch(null),
  errors: z.array(z.string()).catch([]),
  data: z.union([gas, failedRecord]).nullable().catch(null),
})

/** Reads the body of a refused call. One that is none of ours says nothing. */
export function readRefusal(body: string | null): Refusal {
  const read = refusal.safeParse(parse(body))
  if (!read.success) return { message: null, errors: [], shortfall: null }
  const { message, errors, data: shortfall } = read.data
  return { message: message && failureReason(message, shortfall), errors, shortfall }
}

function parse(text: string | null): unknown {
  try {
    return text && JSON.parse(text)
  } catch {
    return null
  }
}
