import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createWalletClient, encodeFunctionData, type Hex, http, parseGwei } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { erc20Abi } from '@/contracts/generated/erc20'
import { type Facts, fundTokens, inParallel, localChain, RECIPIENT, SPONSORED } from './transfer-world'

/** The limit: one request per transfer, local nonces, fixed fees, one receipts call a block. Transfers per second. */
export async function runBare(facts: Facts, options: { count: number; wallets: number }): Promise<number> {
  const { rpcUrl, cngn, chain } = localChain(facts, SPONSORED)
  const accounts = Array.from({ length: options.wallets }, () => privateKeyToAccount(generatePrivateKey()))
  await fundTokens(
    facts,
    SPONSORED,
    accounts.map(({ address }) => address),
    10n ** 18n,
  )
  await wait(1_500)
  const nonces = new Map<PrivateKeyAccount, number>(accounts.map((account) => [account, 0]))
  const client = createWalletClient({ transport: http(rpcUrl) })
  const open = new Set<Hex>()
  const startedAt = performance.now()
  let block = await chain.getBlockNumber()
  let sending = true
  const watching = (async () => {
    while (sending || open.size > 0) {
      const head = await chain.getBlockNumber({ cacheTime: 0 })
      for (; block < head; ) {
        block += 1n
        const receipts = await chain.request({
          method: 'eth_getBlockReceipts',
          params: [`0x${block.toString(16)}`],
        } as never)
        for (const { transactionHash } of receipts as { transactionHash: Hex }[]) open.delete(transactionHash)
      }
      await wait(50)
    }
  })()
  await inParallel(32, options.count, async (index) => {
    const account = accounts[index % accounts.length]
    if (!account) throw new Error('no account')
    const nonce = nonces.get(account) ?? 0
    nonces.set(account, nonce + 1)
    const serialized = await account.signTransaction({
      type: 'eip1559',
      chainId: SPONSORED,
      nonce,
      gas: 100_000n,
      maxFeePerGas: parseGwei('5'),
      maxPriorityFeePerGas: parseGwei('1'),
      to: cngn,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [RECIPIENT, 10_000n] }),
    })
    open.add(await client.sendRawTransaction({ serializedTransaction: serialized }))
  })
  sending = false
  await watching
  return (options.count * 1_000) / (performance.now() - startedAt)
}
