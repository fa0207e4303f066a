import { z } from 'zod'
import { tokenRef } from '@/schemas/tokens/contract'
import { addressText, walletLine } from '@/schemas/tokens/operations/contract'
import { MAX_LINES } from '@/schemas/tokens/words'

const amount = z.string().trim().max(160)

/** The inputs of the forms on a token's page. */
export const mintOneInput = tokenRef
  .extend({ to: addressText, amount })
  .transform(({ tokenId, to, amount: text }) => ({ tokenId, lines: [{ to, amount: text }], isBatch: false }))
export const burnInput = tokenRef.extend({ from: addressText, amount })
export const transferInput = tokenRef.extend({
  from: addressText,
  to: addressText,
  amount,
  forced: z.boolean().default(false),
})
export const registerManyInput = tokenRef.extend({ lines: z.array(walletLine).min(1).max(MAX_LINES) })
export const walletRefInput = tokenRef.extend({ address: addressText })
export const freezeInput = walletRefInput.extend({ frozen: z.boolean() })
export const payInput = tokenRef.extend({ couponId: z.uuid() })
export const operationFilter = tokenRef.extend({ page: z.int().min(1).default(1) })
export const operationRefInput = tokenRef.extend({ operationRef: z.uuid() })
