import type { DeploymentState } from '@/schemas/platform/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { delegateAddress } from '@/server/chains/evm/delegate'
import { DEPLOYMENT_GAS, delegateDeployment } from '@/server/chains/evm/delegate-code'
import { setDelegate } from '@/server/chains/set-delegate'
import type { OperatorCtx } from '@/server/ctx'
import { type DeploymentSites, deployContract, readSites } from './deploy-contract'

/**
 * The contracts that the chain already has at the addresses of the delegate and its deployer. Throws not_found,
 * unavailable.
 */
export function readDelegateSites(_ctx: OperatorCtx, { chainId }: { chainId: number }): Promise<DeploymentSites> {
  return readSites(chainId, delegateAddress())
}

/**
 * Deploys the delegate contract on a chain, at its one address, or lets relayers use it if it exists. Audited. Throws
 * failed (a chain without the standard deployer, no gas wallet).
 */
export async function enableDelegate(ctx: OperatorCtx, sites: DeploymentSites): Promise<DeploymentState> {
  const { chainId } = sites.chain
  if (sites.isThere) {
    await setDelegate(ctx.db, { chainId, delegateAddress: delegateAddress() })
    await appendPlatformAudit(ctx, { action: 'chain.delegate_enabled', target: String(chainId) })
    return 'enabled'
  }
  await deployContract(ctx, sites, {
    callData: delegateDeployment(),
    gasLimit: DEPLOYMENT_GAS,
    action: 'chain.delegate_deployed',
  })
  return 'deploying'
}
