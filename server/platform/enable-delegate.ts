import { and, eq } from 'drizzle-orm'
import { chains, transactions } from '@/db/schema'
import { chainWoken } from '@/inngest/events'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { delegateAddress } from '@/server/chains/evm/delegate'
import { CREATE2_DEPLOYER, DEPLOYMENT_GAS, delegateDeployment } from '@/server/chains/evm/delegate-code'
import { type Chain, findChain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { setDelegate } from '@/server/chains/set-delegate'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { wake } from '@/server/waking/wake'
import { listPlatformWallets } from './gas-wallet'
import { queueTransactions } from './queue-transactions'

/** `enabled`: the contract is on the chain and in use. `deploying`: a transaction of the platform puts it there; ask again once it is mined. */
export type DelegateState = 'enabled' | 'deploying'

type Sites = { chain: Chain; hasDelegate: boolean; hasDeployer: boolean }

/** What the chain has at the addresses that deploying takes. Throws not_found, unavailable. */
export async function readDelegateSites(_ctx: OperatorCtx, { chainId }: { chainId: number }): Promise<Sites> {
  const chain = await findChain(chainId)
  if (chain?.chainType !== 'EVM') throw notFound('Chain')
  const hasDelegate = await hasCode(chain, delegateAddress())
  return { chain, hasDelegate, hasDeployer: hasDelegate || (await hasCode(chain, CREATE2_DEPLOYER)) }
}

/**
 * Puts the delegate contract on a chain, at its one address, and lets relayers use it. Audited. Throws failed (a chain without the standard
 * deployer, no gas wallet).
 */
export async function enableDelegate(
  ctx: OperatorCtx,
  { chain, hasDelegate, hasDeployer }: Sites,
): Promise<DelegateState> {
  const { chainId } = chain
  if (hasDelegate) {
    await setDelegate(ctx.db, { chainId, delegateAddress: delegateAddress() })
    await appendPlatformAudit(ctx, { action: 'chain.delegate_enabled', target: String(chainId) })
    return 'enabled'
  }
  if (await isDeploying(ctx, chainId)) return 'deploying'
  if (!hasDeployer) throw new ApiError('failed', `${chain.name} has no contract deployer at ${CREATE2_DEPLOYER}`)
  await requestDeployment(ctx, chain)
  return 'deploying'
}

async function requestDeployment(ctx: OperatorCtx, chain: Chain): Promise<void> {
  const gas = (await listPlatformWallets(ctx)).find((wallet) => wallet.purpose === 'GAS')
  if (!gas) throw new ApiError('failed', 'The installation has no gas wallet yet')
  await queueTransactions(ctx, chain, [
    {
      signer: gas,
      type: 'DEPLOY',
      toAddress: CREATE2_DEPLOYER,
      amountUnits: 0n,
      callData: delegateDeployment(),
      gasLimit: DEPLOYMENT_GAS,
    },
  ])
  await appendPlatformAudit(ctx, { action: 'chain.delegate_deployed', target: String(chain.chainId) })
  ctx.afterCommit(() => wake(chainWoken, { chainId: chain.chainId }))
}

/** Under the chain's lock: of two who ask at once the second finds what the first queued. */
async function isDeploying({ db }: OperatorCtx, chainId: number): Promise<boolean> {
  await db.select({ chainId: chains.chainId }).from(chains).where(eq(chains.chainId, chainId)).for('no key update')
  const open = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chainId),
        eq(transactions.type, 'DEPLOY'),
        eq(transactions.toAddress, CREATE2_DEPLOYER),
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
