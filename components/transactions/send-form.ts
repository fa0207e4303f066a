import { z } from 'zod'
import { validateAmount } from '@/components/form/validate-amount'
import { addressText } from '@/schemas/addresses/contract'
import type { ChainView } from '@/schemas/wallets/contract'
import type { SendValues } from './transfer-call'
import { findTagProblems } from './transfer-tags'

/**
 * The form of a transfer on one of these chains: an address of the chain, an amount that its asset can hold, and a
 * reference and metadata that the API takes.
 */
export function sendFormOf(chains: readonly ChainView[]) {
  return z
    .object({
      chainId: z.string(),
      asset: z.string(),
      toAddress: z.string().trim(),
      amount: z.string().trim(),
      reference: z.string().trim(),
      metadata: z.array(z.object({ key: z.string(), value: z.string() })),
    })
    .superRefine(({ chainId, asset, toAddress, amount, ...tags }: SendValues, ctx) => {
      for (const problem of findTagProblems(tags)) ctx.addIssue({ code: 'custom', ...problem })
      const issue = (path: keyof SendValues, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
      const chain = chains.find((each) => String(each.chainId) === chainId)
      if (!chain) return issue('chainId', 'Choose a chain')
      const decimals = decimalsOf(chain, asset)
      if (decimals === null) return issue('asset', 'Choose what to send')
      const address = addressText(chain.chainType).safeParse(toAddress)
      if (!address.success) issue('toAddress', address.error.issues[0]?.message ?? 'Enter an address')
      const verdict = validateAmount(amount, { decimals })
      if (verdict !== true) issue('amount', verdict)
    })
}

function decimalsOf(chain: ChainView, asset: string): number | null {
  if (asset === chain.nativeSymbol) return chain.nativeDecimals
  return chain.tokens.find(({ symbol }) => symbol === asset)?.decimals ?? null
}
