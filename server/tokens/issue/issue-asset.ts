import { newId } from '@/db/new-id'
import { tokens } from '@/db/schema'
import { tokensDue } from '@/inngest/events'
import type { TokenView } from '@/schemas/tokens/contract'
import type { ProjectCtx, Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { tagsOf } from '@/server/text/tags-of'
import { openOperation } from '@/server/tokens/operations/open-operation'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { type PreparedOperation, prepareOperation } from '@/server/tokens/operations/prepare-operation'
import { toTokenView } from '@/server/tokens/view'
import type { RequestName } from '@/server/transactions/intent-id'
import { wake } from '@/server/waking/wake'
import { type IssueRequest, type PreparedIssue, prepareIssue } from './prepare-issue'

type PreparedToken = { token: TokenRow; operation: PreparedOperation; operationId: string; name: RequestName }

/**
 * Prepares a token and simulates its deployment, before any transaction is opened. Throws the errors of `prepareIssue`
 * and `prepareOperation`.
 */
export async function prepareToken(tenant: Tenant, request: IssueRequest): Promise<PreparedToken> {
  const issue = await prepareIssue(tenant, request)
  const operationId = newId()
  const token = toRow(tenant, issue, operationId)
  const { chain, wallet, call } = issue
  const operation = await prepareOperation(tenant, {
    token,
    chain,
    kind: 'DEPLOY',
    detail: { ticker: token.ticker, contractAddress: token.contractAddress },
    payoutId: null,
    calls: [{ from: wallet.address, ...call, effect: null }],
    items: [],
    webhookUrl: undefined,
    webhookSecret: undefined,
  })
  // A mint cannot be created twice, so the simulation refuses it. It is not sent again.
  const isFound = issue.isDeployed && chain.chainType === 'SOLANA'
  return { token, operation: isFound ? withoutRefusal(operation) : operation, operationId, name: request.name }
}

/**
 * Issues a token: stores its row with its future address and opens its deployment, in the caller's transaction. Throws
 * failed if the chain or a policy refuses the deployment, payment_required (gas).
 */
export async function issueAsset(
  ctx: ProjectCtx,
  { token, operation, operationId, name }: PreparedToken,
): Promise<TokenView> {
  if (operation.refusal) throw refusal('transaction_failed', { message: operation.refusal.error })
  const at = ctx.now()
  const [row] = await ctx.db
    .insert(tokens)
    .values({ ...token, createdAt: at, updatedAt: at })
    .returning()
  if (!row) throw new Error('the insert returned no row')
  await openOperation(ctx, { ...operation, token: row, id: operationId, ...name })
  ctx.afterCommit(() => wake(tokensDue, { chainId: row.chainId }))
  return toTokenView(row, { chain: operation.chain, txHash: null })
}

function withoutRefusal(operation: PreparedOperation): PreparedOperation {
  return { ...operation, refusal: null, intents: operation.intents.map((intent) => ({ ...intent, refusal: null })) }
}

function toRow({ businessId, projectId, actor }: Tenant, issue: PreparedIssue, operationId: string): TokenRow {
  const { id, chain, wallet, input, payment, yieldParams } = issue
  if (projectId === null) throw refusal('context_missing')
  const now = new Date()
  return {
    id,
    businessId,
    projectId,
    chainId: chain.chainId,
    walletId: wallet.id,
    adminAddress: wallet.address,
    status: 'PENDING',
    ticker: input.ticker,
    name: input.name,
    priceMicros: issue.priceMicros,
    decimals: input.decimals,
    assetClass: input.assetClass,
    tokenType: input.tokenType,
    maxShareholders: input.maxShareholders,
    maxPerInvestorUnits: issue.maxPerInvestorUnits,
    lockUpSeconds: input.lockUpDuration,
    yieldParams,
    paymentSymbol: payment?.symbol ?? null,
    paymentDecimals: payment?.decimals ?? null,
    contractAddress: issue.contractAddress,
    salt: issue.salt,
    operationId,
    issueDate: null,
    deployedBlock: null,
    totalSupplyUnits: 0n,
    holderCount: 0,
    needsRebuild: false,
    documents: [],
    ...tagsOf(input),
    createdBy: `${actor.type}:${actor.id}`,
    createdAt: now,
    updatedAt: now,
  }
}
