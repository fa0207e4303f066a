import { newId } from '@/db/new-id'
import { signingRequests } from '@/db/schema'
import { actorName } from '@/server/actor-name'
import type { Chain } from '@/server/chains/registry'
import { inTenant, type Tenant } from '@/server/ctx'
import { openWalletSeed } from '@/server/custody/open-business-seed'
import { callSigner } from '@/server/custody/remote/call-signer'
import { requestAnswer } from '@/server/custody/remote/wire'
import { signMessageWith } from '@/server/custody/sign-solana-message'
import { holdsSeeds } from '@/server/separate-signer'
import type { SignMessage } from '@/server/transactions/sign-serialized'
import type { WalletRow } from '@/server/wallets/require-active-wallet'

type Message = { chain: Chain; wallet: WalletRow; serialized: string }

/**
 * Makes ready what signs a transaction of the caller's, before the database transaction that judges it. The process
 * that signs is handed the id of a row that holds it, and judges it as well. Throws not_found, failed (policy),
 * unavailable.
 */
export async function prepareMessage(tenant: Tenant, message: Message): Promise<SignMessage> {
  if (!holdsSeeds()) return signedBySigner(tenant, message)
  const seed = await openWalletSeed(message.wallet)
  return (wallet, messageBytes) => signMessageWith(seed, wallet, messageBytes)
}

async function signedBySigner(tenant: Tenant, { chain, wallet, serialized }: Message): Promise<SignMessage> {
  const requestId = newId()
  await inTenant(tenant, ({ db, businessId, projectId, actor }) =>
    db.insert(signingRequests).values({
      ...{ id: requestId, businessId, projectId, walletId: wallet.id, chainId: chain.chainId },
      serialized: new Uint8Array(Buffer.from(serialized, 'base64')),
      requestedBy: actorName(actor),
    }),
  )
  const { signature } = requestAnswer.parse(await callSigner('signRequest', { requestId }))
  return async () => new Uint8Array(Buffer.from(signature, 'base64'))
}
