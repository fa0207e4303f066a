import { type Address, createWalletClient, http, publicActions } from 'viem'
import { delegateAddress } from '@/server/chains/evm/delegate'
import { CREATE2_DEPLOYER, delegateDeployment } from '@/server/chains/evm/delegate-code'
import { CONTRACT_DEPLOYER } from './deployers'
import { waitForReceipt } from './wait-for-receipt'

/**
 * Deploys the delegate contract of relayed wallets on a local chain, at the address it has everywhere. Does nothing if
 * it is deployed.
 */
export async function deployDelegate(input: { rpcUrl: string }): Promise<Address> {
  const transport = http(input.rpcUrl)
  const client = createWalletClient({ account: CONTRACT_DEPLOYER, transport, pollingInterval: 100 }).extend(
    publicActions,
  )
  const address = delegateAddress()
  if (await client.getCode({ address })) return address
  const hash = await client.sendTransaction({ chain: null, to: CREATE2_DEPLOYER, data: delegateDeployment() })
  await waitForReceipt(client, hash)
  if (!(await client.getCode({ address }))) throw new Error(`the delegate contract is not at ${address}`)
  return address
}
