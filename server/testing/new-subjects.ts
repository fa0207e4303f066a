import { randomUUID } from 'node:crypto'
import { CHAIN_ID } from './mutation-chain'
import type { MutationWorld } from './mutation-world'

/** One of each kind that queries ask for by its id, with the page of lists. */
export async function newSubjects(world: MutationWorld) {
  const { businessId, projectId, walletId } = world
  const [transactionId, messageId] = [await world.queued(), await world.message()]
  const subscriptionId = await world.subscription()
  const logId = await world.log(subscriptionId, messageId)
  const [endpointId, depositId] = [await world.webhookEndpoint(), await world.deposit()]
  const ruleId = await world.sweepRule()
  const paymentId = await world.payment()
  const token = await world.token()
  const own = {
    businessId,
    depositId,
    endpointId,
    paymentId,
    ruleId,
    projectId,
    walletId,
    walletIds: [walletId],
    transactionId,
    messageId,
    subscriptionId,
    logId,
    ...token,
  }
  return { ...own, requestId: randomUUID(), chainId: CHAIN_ID, page: 1 }
}
