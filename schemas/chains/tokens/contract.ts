import { z } from 'zod'
import { addressText } from '@/schemas/addresses/contract'
import { chainRef } from '@/schemas/chains/contract'

export const chainTokenRef = chainRef.extend({ tokenAddress: addressText() })
export type ChainTokenRef = z.output<typeof chainTokenRef>

/** The symbol under which a chain knows a token: `cNGN: true` moves the token with that symbol. */
const symbol = z
  .string()
  .trim()
  .regex(/^[A-Za-z][\w.+-]{0,11}$/, 'Enter up to 12 letters or digits')

export const addTokenInput = chainTokenRef.extend({ symbol })
export type AddTokenInput = z.output<typeof addTokenInput>

/**
 * A token's facts on its chain. `symbol` is null if it has none. `takesFee` is null if it is unknown whether recipients
 * get less than was sent: no holder was found, or the node does not simulate it.
 */
export type FoundToken = { chainName: string; symbol: string | null; decimals: number; takesFee: false | null }

/** A token that is added to a chain. */
export const newToken = z.object({
  chainId: chainRef.shape.chainId,
  chainName: z.string(),
  address: z.string(),
  symbol,
  decimals: z.int(),
  /** The symbol that the token itself reports. */
  ownSymbol: z.string().nullable(),
})
export type NewToken = z.output<typeof newToken>
