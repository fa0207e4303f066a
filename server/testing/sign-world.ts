import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import {
  hitsInvalidRuntimeBytecode,
  neverEndsRuntimeBytecode,
  revertsRuntimeBytecode,
  takesAllRuntimeBytecode,
} from '@/contracts/generated/odd-contracts'
import { idempotencyKeys, lanes, transactions, webhookMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { CHAIN_ID, startLocalChain } from './local-chain'
import { newWallet } from './new-wallet'
import { testDatabase } from './test-database'
import { walletClient } from './wallet-client'

/**
 * Contracts of contracts/testing/OddContracts.sol: the first takes every call, the next gives its calldata back as the
 * reason of a revert.
 */
export const TAKES_ALL = '0x00000000000000000000000000000000000a0001'
export const REVERTS = '0x00000000000000000000000000000000000a0002'
export const BROKEN = '0x00000000000000000000000000000000000a0003'
export const ENDLESS = '0x00000000000000000000000000000000000a0004'
/** An unused account, without code. */
export const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'
export const HOOK = 'http://127.0.0.1:9/hook'

const CODES: [Hex, Hex][] = [
  [TAKES_ALL, takesAllRuntimeBytecode],
  [REVERTS, revertsRuntimeBytecode],
  [BROKEN, hitsInvalidRuntimeBytecode],
  [ENDLESS, neverEndsRuntimeBytecode],
]

export type Call = { to?: unknown; value?: unknown; data?: unknown }

/** A database, a chain with those contracts, and a business that signs. */
export async function openSignWorld() {
  const database = await testDatabase()
  const chain = await startLocalChain()
  for (const [address, bytecode] of CODES) await chain.test.setCode({ address, bytecode })
  const client = await walletClient()
  return {
    chain,
    client,
    /** A wallet without a coin and without history. */
    async newWallet(): Promise<{ address: Hex; addressIndex: number }> {
      const wallet = await newWallet(client.tenant)
      return { address: wallet.address as Hex, addressIndex: wallet.addressIndex }
    },
    sign(addressIndex: number, transaction: Call, change: object = {}, key: string = randomUUID()) {
      const body = { chainType: 'EVM', chainId: CHAIN_ID, addressIndex, transaction, ...change }
      return client.post('/v1/wallet/hd/sign', body, key)
    },
    rowsOf: (wallet: { address: string }) =>
      workerCtx().db.select().from(transactions).where(eq(transactions.fromAddress, wallet.address)),
    /** Counts of what a refusal must not add to. */
    written: () =>
      Promise.all([transactions, idempotencyKeys, lanes, webhookMessages].map((table) => workerCtx().db.$count(table))),
    async close(): Promise<void> {
      await chain.stop()
      await database.close()
    },
  }
}
