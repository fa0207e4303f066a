import { z } from 'zod'
import { numericId } from '@/schemas/text/contract'

/**
 * The assets that the faucet of a local or test stack sends, by chain; the native coin first. Empty if there is no
 * faucet.
 */
export const faucetChains = z.array(z.object({ chainId: z.int(), symbols: z.array(z.string()) }))
export type FaucetChains = z.infer<typeof faucetChains>

export const fundForm = z.object({
  asset: z.string().regex(/^\d+ \S{1,16}$/, 'Choose what to receive'),
  amount: z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d{0,6})(\.\d{1,18})?$/, 'Enter an amount such as 100 or 0.5'),
})

export const fundWalletInput = z.object({
  walletId: z.uuid(),
  chainId: numericId,
  symbol: z.string().min(1).max(16),
  amount: fundForm.shape.amount,
})
export type FundWalletInput = z.output<typeof fundWalletInput>
