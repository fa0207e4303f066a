import { Keypair } from '@solana/web3.js'
import { createTenant } from './create-tenant'
import type { Beside } from './engine-world'
import { SOL, solanaBusiness, startLocalSolana } from './local-solana'
import { testDatabase } from './test-database'

/** A database, a cluster and a business of one test file. */
export async function openSolanaWorld({ beside }: Beside = {}) {
  const database = await testDatabase({ hasSigner: beside !== undefined })
  await beside?.(database.url)
  const solana = await startLocalSolana()
  const tenant = await createTenant()
  const business = solanaBusiness(tenant)
  return {
    databaseUrl: database.url,
    solana,
    tenant,
    business,
    /** One that holds ten SOL. */
    async fundedWallet(): Promise<string> {
      const wallet = await business.newWallet()
      await solana.setBalance(wallet, 10n * SOL)
      return wallet
    },
    async close(): Promise<void> {
      await solana.stop()
      await database.close()
    },
  }
}
export type SolanaWorld = Awaited<ReturnType<typeof openSolanaWorld>>

export function someone(): string {
  return Keypair.generate().publicKey.toBase58()
}
