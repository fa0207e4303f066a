import { and, eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { chains, transactions } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import type { AuditAction } from '@/schemas/audit/action-texts'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { CREATE2_DEPLOYER } from '@/server/chains/evm/delegate-code'
import { type Chain, findChain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { wake } from '@/server/waking/wake'
import { listPlatformWallets } from './gas-wallet'
import { queueTransactions } from './queue-transactions'

/** The contracts that a chain already has at the addresses of a deployment. */
export type DeploymentSites = { chain: Chain; isThere: boolean; hasDeployer: boolean }
type Deployment = { callData: Hex; gasLimit: bigint; action: AuditAction }

/**
 * Reads whether a chain has a contract whose address is the same on every chain, and the deployer. Throws not_found,
 * unavailable.
 */
export async function readSites(chainId: number, address: string): Promise<DeploymentSites> {
  const chain = await findChain(chainId)
  if (chain?.chainType !== 'EVM') throw notFound('Chain')
  const isThere = await hasCode(chain, address)
  return { chain, isThere, hasDeployer: isThere || (await hasCode(chain, CREATE2_DEPLOYER)) }
}

/**
 * Deploys a contract from the gas wallet by the standard deployer; once, even if it is requested repeatedly. Audited.
 * Throws failed (a chain without the deployer, no gas wallet).
 */
export async function deployContract(
  ctx: OperatorCtx,
  { chain, hasDeployer }: DeploymentSites,
  { callData, gasLimit, action }: Deployment,
): Promise<void> {
  if (await isDeploying(ctx, chain.chainId, callData)) return
  if (!hasDeployer) throw new ApiError('failed', `${chain.name} has no contract deployer at ${CREATE2_DEPLOYER}`)
  const signer = (await listPlatformWallets(ctx)).find((wallet) => wallet.purpose === 'GAS')
  if (!signer) throw new ApiError('failed', 'The installation has no gas wallet yet')
  const call = { toAddress: CREATE2_DEPLOYER, amountUnits: 0n, callData, gasLimit }
  await queueTransactions(ctx, chain, [{ signer, type: 'DEPLOY', ...call }])
  await appendPlatformAudit(ctx, { action, target: String(chain.chainId) })
  ctx.afterCommit(() => wake(chainDue, { chainId: chain.chainId }))
}

/** Locks the chain, so that the second of two concurrent requests finds the transaction of the first. */
async function isDeploying({ db }: OperatorCtx, chainId: number, callData: Hex): Promise<boolean> {
  await db.select({ chainId: chains.chainId }).from(chains).where(eq(chains.chainId, chainId)).for('no key update')
  const open = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chainId),
        eq(transactions.type, 'DEPLOY'),
        eq(transactions.callData, callData),
        eq(transactions.status, 'PENDING'),
      ),
    )
    .limit(1)
  return open.length > 0
}

async function hasCode(chain: Chain, address: string): Promise<boolean> {
  const code = await callRpc(chain, 'eth_getCode', [address, 'latest']).catch((cause: unknown) => {
    throw new ApiError('unavailable', `${chain.name} does not answer right now. Please try again.`, { cause })
  })
  return code !== '0x'
}
