import { type Address, createWalletClient, type Hex, http, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { rpc } from '@/dev/chains/rpc'

/** An outside payer of coins into wallets. */
export type Faucet = {
  deposit: (to: string, wei: bigint) => Promise<void>
  /** The bytes of a deposit, by hash. */
  rawOf: (hash: string) => Hex | undefined
}

const FEE_WEI = 100n * 10n ** 9n

/** One deposit after the other, each with the next nonce: the caller that makes a chain forget one sends it again. */
export async function openFaucet({ rpcUrl, chainId }: { rpcUrl: string; chainId: number }): Promise<Faucet> {
  const account = privateKeyToAccount(FAUCET_PRIVATE_KEY)
  const client = createWalletClient({ account, transport: http(rpcUrl) })
  const sent = new Map<string, Hex>()
  let nonce = Number(await rpc(rpcUrl, 'eth_getTransactionCount', [account.address, 'pending']))
  let last: Promise<unknown> = Promise.resolve()
  const pay = async (to: Address, value: bigint) => {
    const fees = { maxFeePerGas: FEE_WEI, maxPriorityFeePerGas: 10n ** 9n }
    const raw = await account.signTransaction({ chainId, type: 'eip1559', nonce, gas: 60_000n, to, value, ...fees })
    sent.set(keccak256(raw), raw)
    nonce += 1
    await client.sendRawTransaction({ serializedTransaction: raw })
  }
  return {
    rawOf: (hash) => sent.get(hash),
    deposit(to, wei) {
      const paid = last.then(() => pay(`0x${to.slice(2)}`, wei))
      last = paid.catch(() => {})
      return paid
    },
  }
}
