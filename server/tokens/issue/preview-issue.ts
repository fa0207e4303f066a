import type { IssueTokenInput } from '@/schemas/tokens/issue/contract'
import type { Tenant } from '@/server/ctx'
import { prepareToken } from './issue-asset'

/** The result of issuing a token, before it is requested. */
type IssuePreview = {
  chainId: number
  chainName: string
  tokenAdmin: string
  /** The symbol of the token that coupons are paid in; null without coupons. */
  paymentSymbol: string | null
  /** Why the chain refuses it now; null where it does not. */
  refusal: string | null
}

/**
 * Tries to issue a token and writes nothing but the wallet that runs it where there is none; its address is another one
 * each time. Throws as `prepareToken` does.
 */
export async function previewIssue(tenant: Tenant, input: IssueTokenInput): Promise<IssuePreview> {
  const { token, operation } = await prepareToken(tenant, input)
  return {
    chainId: token.chainId,
    chainName: operation.chain.name,
    tokenAdmin: token.adminAddress,
    paymentSymbol: token.paymentSymbol,
    refusal: operation.refusal?.error ?? null,
  }
}
