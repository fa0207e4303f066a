import type { IssueTokenInput } from '@/schemas/tokens/issue/contract'
import type { Tenant } from '@/server/ctx'
import { NO_REQUEST_NAME } from '@/server/transactions/intent-id'
import { prepareToken } from './issue-asset'

/** The result of issuing a token, before it is requested. */
type IssuePreview = {
  chainId: number
  chainName: string
  tokenAdmin: string
  /** The symbol of the token that coupons are paid in; null without coupons. */
  paymentSymbol: string | null
  /** The reason why the chain refuses it now; null if it would accept it. */
  refusal: string | null
}

/**
 * Simulates the issue of a token. Writes nothing, except a wallet for the tokenAdmin if the business has none. The
 * address differs each time. Throws the errors of `prepareToken`.
 */
export async function previewIssue(tenant: Tenant, input: IssueTokenInput): Promise<IssuePreview> {
  const { token, operation } = await prepareToken(tenant, { body: input, name: NO_REQUEST_NAME })
  return {
    chainId: token.chainId,
    chainName: operation.chain.name,
    tokenAdmin: token.adminAddress,
    paymentSymbol: token.paymentSymbol,
    refusal: operation.refusal?.error ?? null,
  }
}
