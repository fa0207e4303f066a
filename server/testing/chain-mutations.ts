import { randomUUID } from 'node:crypto'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { heldTransaction } from './held-transaction'
import { byOperator, byOwner, type MutationCall } from './mutation-call'
import { ADDRESS, CHAIN_ID } from './mutation-chain'
import type { MutationWorld } from './mutation-world'
import { newAddress } from './new-address'
import { openRecovery } from './open-recovery'

const SETTINGS = {
  ...{ explorerUrl: 'https://scan.example', confirmations: '10', finality: 'depth', gasPolicy: 'sponsored' },
  ...{ feeCap: '2000', l1Fee: 'none', bumpAfterBlocks: '3', blockTimeMs: '2000', laneWindow: '16' },
}
const NEW_CHAIN = { ...SETTINGS, name: 'New chain', network: 'TESTNET', nativeSymbol: 'NEW' }

const newCode = () => `X${randomUUID().replaceAll('-', '').slice(0, 7).toUpperCase()}`

/** Calls of the mutations about chains, wallets, transactions and sweeps that succeed in a fresh world. */
export const CHAIN_MUTATIONS: Record<string, (world: MutationWorld) => Promise<MutationCall>> = {
  'chains.add': async (w) => byOperator(w, { ...NEW_CHAIN, code: newCode(), url: await w.nodeOfNewChain() }),
  'chains.addToken': async (w) => {
    await w.endpoint()
    return byOperator(w, { chainId: CHAIN_ID, tokenAddress: newAddress(), symbol: newCode() })
  },
  'chains.addEndpoint': async (w) =>
    byOperator(w, {
      chainId: CHAIN_ID,
      label: 'new',
      role: 'full',
      priority: 2,
      url: `${w.rpcUrl}/${randomUUID()}`,
    }),
  'chains.probe': async (w) => byOperator(w, { url: await w.nodeOfNewChain() }),
  'chains.removeToken': async (w) => byOperator(w, { chainId: CHAIN_ID, tokenAddress: await w.chainToken() }),
  'chains.update': async (w) => byOperator(w, { ...SETTINGS, chainId: CHAIN_ID, name: randomUUID(), isActive: true }),
  'chains.setEndpointActive': async (w) => byOperator(w, { endpointId: await w.endpoint(), isActive: true }),
  'chains.testEndpoint': async (w) => byOperator(w, { endpointId: await w.endpoint() }),
  'chains.updateEndpoint': async (w) =>
    byOperator(w, { endpointId: await w.endpoint(), label: randomUUID(), role: 'full', priority: 1 }),
  'deposits.decideScreening': async (w) =>
    byOwner(w, { depositId: await w.screenedDeposit('BUSINESS'), decision: 'CLEARED', note: 'A mistake' }),
  'deposits.decideScreeningOfAll': async (w) =>
    byOperator(w, { depositId: await w.screenedDeposit('OPERATOR'), decision: 'CLEARED', note: 'A mistake' }),
  'lanes.cancel': async (w) => byOperator(w, { transactionId: await w.queued(), reason: 'a slip' }),
  'lanes.endWaiting': async (w) => {
    await w.queued()
    await w.suspend()
    return byOperator(w, { businessId: w.businessId, projectId: w.projectId, reason: 'a slip' })
  },
  'lanes.speedUp': async (w) => byOperator(w, { transactionId: await w.sent(), reason: 'too slow' }),
  'platform.addAssetFactory': async (w) => {
    await w.endpoint()
    return byOperator(w, { chainId: CHAIN_ID })
  },
  'platform.enableDelegate': async (w) => {
    await w.endpoint()
    return byOperator(w, { chainId: CHAIN_ID })
  },
  'platform.saveGasSettings': async (w) =>
    byOperator(w, { chainId: CHAIN_ID, gasStrategy: 'topup', gasLow: '0.1', gasTarget: '0.2', treasuryLow: '1' }),
  'recovery.decideRepeated': async (w) => {
    const transactionId = await heldTransaction(await w.queued())
    return byOperator(w, { transactionId, decision: 'cancel', reason: 'nobody wants it' })
  },
  'recovery.requestLeave': async (w) =>
    byOperator(w, { recoveryId: await openRecovery(), reason: 'the chains were compared' }),
  'recovery.stopSending': async (w) => byOperator(w, { reason: 'something looks wrong' }),
  'screening.acceptList': async (w) => byOperator(w, { hash: await w.refusedList(), reason: 'The authority says so' }),
  'screening.blockAddresses': async (w) => byOwner(w, { addresses: [newAddress()], reason: 'A court order' }),
  'screening.blockAddressesOfAll': async (w) => byOperator(w, { addresses: [newAddress()], reason: 'A court order' }),
  'screening.unblockAddress': async (w) => byOwner(w, { blockedAddressId: await w.blockedAddress() }),
  'screening.unblockAddressOfAll': async (w) =>
    byOperator(w, { blockedAddressId: await w.blockedAddress(PLATFORM_BUSINESS_ID) }),
  'sweeps.create': async (w) => {
    await w.endpoint()
    return byOwner(w, { chainId: CHAIN_ID, purpose: 'DEPOSITS', toAddress: 0, threshold: '1' })
  },
  'sweeps.delete': async (w) => byOwner(w, { ruleId: await w.sweepRule() }),
  'sweeps.update': async (w) => byOwner(w, { ruleId: await w.sweepRule(), status: 'PAUSED' }),
  'transactions.share': async (w) => byOwner(w, { transactionId: await w.queued(), hours: 24 }),
  'transactions.revokeShare': async (w) => byOwner(w, await w.share()),
  'transactions.readShared': async (w) => byOwner(w, { token: (await w.share()).token }),
  'transactions.send': async (w) => {
    await w.endpoint()
    return byOwner(w, {
      fromAddress: 0,
      toAddress: ADDRESS,
      amount: '1',
      chainType: 'EVM',
      chainId: CHAIN_ID,
    })
  },
  'transactions.cancel': async (w) => byOwner(w, { transactionId: await w.queued(), reason: 'a slip' }),
  'transactions.speedUp': async (w) => byOwner(w, { transactionId: await w.sent(), reason: 'too slow' }),
  'wallets.update': async (w) => byOwner(w, { walletId: w.walletId, label: 'Treasury' }),
  'wallets.bind': async (w) => byOwner(w, { walletId: w.walletId, boundProjectId: w.projectId }),
  'wallets.create': async (w) => byOwner(w, { chainType: 'EVM', count: 2, purpose: 'TEST' }),
  'wallets.fund': async (w) => byOwner(w, { walletId: w.walletId, chainId: CHAIN_ID, symbol: 'cNGN', amount: '100' }),
  'wallets.deactivate': async (w) => byOwner(w, { walletId: w.walletId }),
}
