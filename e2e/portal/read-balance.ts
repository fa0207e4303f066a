import { Connection, PublicKey } from '@solana/web3.js'
import { createPublicClient, getAddress, http } from 'viem'
import { erc20Abi } from '@/contracts/generated/erc20'
import { associatedAddress } from '@/packages/solana-rpc/token-instructions'
import { stack } from './stack'

/** The token balance of an address, in base units, as the local chain itself reports it. */
export async function readBalance(chainId: number, address: string, symbol: string): Promise<bigint> {
  const { evm, solana } = stack()
  const chain = evm.find((each) => each.chainId === chainId)
  const token = chain?.tokens.find((each) => each.symbol === symbol)
  if (chain && token) {
    const call = { address: getAddress(token.address), abi: erc20Abi, functionName: 'balanceOf' } as const
    return createPublicClient({ transport: http(chain.rpcUrl) }).readContract({ ...call, args: [getAddress(address)] })
  }
  const cluster = solana.find((each) => each.chainId === chainId)
  const mint = cluster?.tokens.find((each) => each.symbol === symbol)
  if (!cluster || !mint) throw new Error(`The stack has no ${symbol} on chain ${chainId}.`)
  const account = associatedAddress(new PublicKey(address), {
    mint: new PublicKey(mint.address),
    programId: new PublicKey(mint.programId),
  })
  const connection = new Connection(cluster.rpcUrl, 'confirmed')
  if (!(await connection.getAccountInfo(account))) return 0n
  return BigInt((await connection.getTokenAccountBalance(account)).value.amount)
}
