import { newId } from '@/db/new-id'
import { signingRequests } from '@/db/schema'
import type { MessageInput, SignMessageInput } from '@/schemas/messages/contract'
import { actorName } from '@/server/actor-name'
import type { Chain } from '@/server/chains/registry'
import { inTenant, inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { openWalletSeed } from '@/server/custody/open-business-seed'
import { callSigner } from '@/server/custody/remote/call-signer'
import { requestAnswer } from '@/server/custody/remote/wire'
import { holdsSeeds } from '@/server/separate-signer'
import { type ReadMessage, readMessage } from './read-message'
import { requireDomainChain } from './require-domain-chain'
import { requireSignable } from './require-signable'
import { signReadMessage } from './sign-read-message'

/** A message that passed the checks once, and the signer for the transaction that checks it again. */
export type PreparedMessage = {
  /** The id of the row of the request. */
  id: string
  addressIndex: number
  input: MessageInput
  message: ReadMessage
  chain: Chain | null
  sign: (ctx: TenantCtx) => Promise<Uint8Array>
}

/**
 * Reads and judges a message before any transaction is opened, and prepares its signer. A separate signer gets the id
 * of a row with the message, and reads and judges it as well. Throws invalid, not_found, forbidden, failed (wallet,
 * message, policy), unavailable.
 */
export async function prepareMessage(
  tenant: Tenant,
  { addressIndex, ...input }: SignMessageInput,
): Promise<PreparedMessage> {
  const message = readMessage(input)
  const chain = await requireDomainChain(tenant, message)
  const request = { id: newId(), addressIndex, input, message, chain }
  const wallet = await inTenantReading(tenant, (ctx) => requireSignable(ctx, request))
  const { projectId } = tenant
  if (holdsSeeds()) {
    const seed = await openWalletSeed(wallet)
    const sign = async (ctx: TenantCtx) => {
      await storeRequest(ctx, request, wallet.id)
      return signReadMessage({ seed }, { message, wallet, projectId })
    }
    return { ...request, sign }
  }
  await inTenant(tenant, (ctx) => storeRequest(ctx, request, wallet.id))
  const { signature } = requestAnswer.parse(await callSigner('signMessage', { requestId: request.id }))
  return { ...request, sign: async () => new Uint8Array(Buffer.from(signature, 'base64')) }
}

type MessageRequest = Omit<PreparedMessage, 'sign'>

async function storeRequest(ctx: TenantCtx, { id, input, chain }: MessageRequest, walletId: string): Promise<void> {
  const { db, businessId, projectId, actor } = ctx
  await db.insert(signingRequests).values({
    ...{ id, businessId, projectId, walletId, kind: 'message' as const, chainId: chain?.chainId ?? null },
    serialized: new Uint8Array(Buffer.from(JSON.stringify(input))),
    requestedBy: actorName(actor),
  })
}
