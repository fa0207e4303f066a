import { randomUUID } from 'node:crypto'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { failedRefund, lostRefund } from '@/server/payments/refunds/refund-world.test-data'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addSoftwarePasskey, newAttestation } from './add-software-passkey'
import { heldTransaction } from './held-transaction'
import { byOwner, type MutationCall } from './mutation-call'
import { ADDRESS, CHAIN_ID, type MutationWorld } from './mutation-world'
import { openRecovery } from './open-recovery'
import { PASSWORD } from './portal-caller'
import { proposedRate } from './proposed-rate'
import { addFactor } from './second-factor'
import { SEED_EXPORT_MUTATIONS } from './seed-export-mutations'
import { STATUS_MUTATIONS } from './status-mutations'
import { TOKEN_MUTATIONS } from './token-mutations'

const PLAN = {
  description: 'A plan',
  isActive: true,
  priceMonthly: '0',
  capabilities: [],
  yearlyMonths: 10,
  proration: 'PRORATE',
  readPerMinute: 1,
  sponsoredDailyUsd: 1,
  quotas: [],
  creditRate: {},
  writePerMinute: 1,
}

const SETTINGS = {
  ...{ explorerUrl: 'https://scan.example', confirmations: '10', finality: 'depth', gasPolicy: 'sponsored' },
  ...{ feeCap: '2000', l1Fee: 'none', bumpAfterBlocks: '3', blockTimeMs: '2000', laneWindow: '16' },
}
const NEW_CHAIN = { ...SETTINGS, name: 'New chain', network: 'TESTNET', nativeSymbol: 'NEW' }

const newCode = () => `X${randomUUID().replaceAll('-', '').slice(0, 7).toUpperCase()}`
const newAddress = () => `0x${randomUUID().replaceAll('-', '').padStart(40, '0')}`

/** A call of each mutation that succeeds in a fresh world. A mutation that is missing here fails the test. */
export const MUTATION_EXAMPLES: Record<string, (world: MutationWorld) => Promise<MutationCall>> = {
  'approvals.approve': async (w) => byOwner(w, { approvalId: await w.approval() }),
  'approvals.approveBatch': async (w) => byOwner(w, await w.waitingBatch()),
  'approvals.reject': async (w) => byOwner(w, { approvalId: await w.approval() }),
  'approvals.rejectBatch': async (w) => byOwner(w, await w.waitingBatch()),
  'audit.verify': async (w) => byOwner(w, {}),
  'audit.verifyOfChain': async (w) => byOperator(w, { businessId: w.businessId }),
  'businesses.create': async (w) =>
    byOperator(w, {
      name: `Business ${randomUUID()}`,
      ownerName: 'New Owner',
      ownerEmail: `${randomUUID()}@example.test`,
    }),
  'businesses.setStatus': async (w) => byOperator(w, { businessId: w.businessId, status: 'suspended' }),
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
  'channels.add': async (w) =>
    byOperator(w, {
      kind: 'mail',
      target: 'oncall@example.com',
      name: randomUUID(),
      leastSeverity: 'warning',
      quietHours: null,
    }),
  'channels.remove': async (w) => byOperator(w, { channelId: await w.alarmChannel() }),
  'channels.setActive': async (w) => byOperator(w, { channelId: await w.alarmChannel(), isActive: false }),
  'channels.test': async (w) => byOperator(w, { channelId: await w.alarmChannel() }),
  'channels.update': async (w) =>
    byOperator(w, {
      channelId: await w.alarmChannel(),
      name: randomUUID(),
      leastSeverity: 'error',
      quietHours: { from: '22:00', until: '07:00', timeZone: 'Africa/Lagos' },
    }),
  'indexer.cancelReplay': async (w) => {
    const subscriptionId = await w.subscription()
    return byOwner(w, { subscriptionId, replayId: await w.replay(subscriptionId) })
  },
  'indexer.createSubscription': async (w) => {
    await w.endpoint()
    const asked = { network: 'BASE', chainId: CHAIN_ID, contractAddress: ADDRESS, events: ['transfer'] }
    return byOwner(w, { ...asked, webhookUrl: 'http://127.0.0.1:9/hook' })
  },
  'indexer.deleteSubscription': async (w) => byOwner(w, { subscriptionId: await w.subscription() }),
  'indexer.recoverSubscription': async (w) => {
    const subscriptionId = await w.subscription()
    await w.message(subscriptionId)
    return byOwner(w, { subscriptionId, since: new Date(Date.now() - 3_600_000) })
  },
  'indexer.resendLog': async (w) => byOwner(w, { logId: await w.log(await w.subscription(), await w.message()) }),
  'indexer.rotateSecret': async (w) => byOwner(w, { subscriptionId: await w.subscription() }),
  'indexer.createReplay': async (w) => {
    await w.endpoint()
    return byOwner(w, { subscriptionId: await w.subscription(), fromBlock: 0, toBlock: 0 })
  },
  'indexer.testSubscription': async (w) => byOwner(w, { subscriptionId: await w.subscription() }),
  'indexer.updateSubscription': async (w) => byOwner(w, { subscriptionId: await w.subscription(), status: 'paused' }),
  'keys.rotateOfProject': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, overlapHours: 24 }),
  'keys.revoke': async (w) => byOperator(w, { businessId: w.businessId, projectId: w.projectId, keyId: await w.key() }),
  'keys.rotate': async (w) => byOwner(w, { overlapHours: 24 }),
  'keys.issueOwnToken': async (w) => {
    await w.key()
    return byOwner(w, { environment: 'live' })
  },
  'lanes.cancel': async (w) => byOperator(w, { transactionId: await w.queued(), reason: 'a slip' }),
  'lanes.endWaiting': async (w) => {
    await w.queued()
    await w.suspend()
    return byOperator(w, { businessId: w.businessId, projectId: w.projectId, reason: 'a slip' })
  },
  'lanes.speedUp': async (w) => byOperator(w, { transactionId: await w.sent(), reason: 'too slow' }),
  'ledger.credit': async (w) => byOperator(w, { businessId: w.businessId, amountUsd: '10.00', reason: 'welcome' }),
  'people.beginPasskeySignIn': async (w) => ({ as: w.owner, input: undefined }),
  'people.beginPasskey': async (w) => ({ as: w.owner, input: undefined }),
  'people.addPasskey': async (w) => ({ as: w.owner, input: await newAttestation(w.owner.sessionToken) }),
  'people.beginPasskeyProof': async (w) => {
    await addSoftwarePasskey(w.owner.sessionToken)
    return { as: w.owner, input: undefined }
  },
  'people.removePasskey': async (w) => {
    const { passkeyId } = await addSoftwarePasskey(w.owner.sessionToken)
    return { as: w.owner, input: { passkeyId } }
  },
  'people.beginTotp': async (w) => ({ as: w.owner, input: {} }),
  'people.confirmTotp': async (w) => {
    const { code } = await addFactor(w.owner.personId, { isPending: true })
    return { as: w.owner, input: { code: code() } }
  },
  'people.verify': async (w) => {
    const { code } = await addFactor(w.owner.personId)
    return { as: w.owner, input: { code: code() } }
  },
  'people.removeFactor': async (w) => {
    await addFactor(w.owner.personId)
    return { as: w.owner, input: {} }
  },
  'people.replaceRecoveryCodes': async (w) => {
    await addFactor(w.owner.personId)
    return { as: w.owner, input: {} }
  },
  'people.changePassword': async (w) => ({ as: w.owner, input: { current: PASSWORD, next: 'another long password' } }),
  'people.invite': async (w) =>
    byOperator(w, {
      name: 'New Person',
      email: `${randomUUID()}@example.test`,
      role: 'viewer',
      businessId: w.businessId,
    }),
  'people.resetFactor': async (w) => {
    await addFactor(w.owner.personId)
    return byOperator(w, { personId: w.owner.personId })
  },
  'people.sendPasswordReset': async (w) => byOperator(w, { personId: w.owner.personId }),
  'notices.addChannel': async (w) =>
    byOwner(w, { kind: 'pagerduty', target: '0123456789abcdef0123456789abcdef', name: randomUUID() }),
  'notices.removeChannel': async (w) => byOwner(w, { channelId: await w.noticeChannel() }),
  'notices.setChannelActive': async (w) => byOwner(w, { channelId: await w.noticeChannel(), isActive: false }),
  'notices.testChannel': async (w) => byOwner(w, { channelId: await w.noticeChannel() }),
  'notices.read': async (w) => byOwner(w, {}),
  'notices.setMailed': async (w) => byOwner(w, { kind: 'balance_low', mailing: 'daily' }),
  'people.readLink': async (w) => byOwner(w, { kind: 'invitation', token: (await w.invitation()).token }),
  'people.acceptInvitation': async (w) =>
    byOwner(w, { token: (await w.invitation()).token, name: 'New Person', password: 'a long new password' }),
  'people.joinBusiness': async (w) => {
    const joiner = await w.stranger()
    return { as: joiner, input: { invitationId: (await w.invitation(joiner.email)).id } }
  },
  'people.setPassword': async (w) => byOwner(w, { token: await w.resetToken(), password: 'a long new password' }),
  'people.requestPasswordReset': async (w) => byOwner(w, { email: `${randomUUID()}@example.test` }),
  'people.requestEmailChange': async (w) => byOwner(w, { email: `${randomUUID()}@example.test`, password: PASSWORD }),
  'people.confirmEmail': async (w) => byOwner(w, { token: await w.emailToken() }),
  'people.revokeOtherSessions': async (w) => ({ as: w.owner, input: undefined }),
  'people.revokeSession': async (w) => ({ as: w.owner, input: { sessionId: await w.owner.openSession() } }),
  'people.setActive': async (w) => byOperator(w, { personId: w.owner.personId, isActive: false }),
  'plans.create': async (w) => byOperator(w, { ...PLAN, name: randomUUID(), productId: 1 }),
  'subscriptions.setPlan': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, productId: 1, planId: null }),
  'subscriptions.cancel': async (w) => byOwner(w, { subscriptionId: await w.billing() }),
  'subscriptions.setAutoRenew': async (w) => byOwner(w, { subscriptionId: await w.billing(), autoRenew: true }),
  'plans.update': async (w) => byOperator(w, { ...PLAN, name: randomUUID(), planId: 1 }),
  'policies.save': async (w) =>
    byOwner(w, {
      isActive: true,
      perTransactionUsd: '5',
      dailyUsd: null,
      approvalAboveUsd: null,
      recipients: null,
      methods: null,
      version: null,
    }),
  'payments.addDepositToken': async (w) => {
    await w.endpoint()
    const tokenAddress = newAddress()
    return byOperator(w, { chainId: CHAIN_ID, tokenAddress, peg: 'USD', symbol: `T${tokenAddress.slice(-8)}` })
  },
  'payments.setDepositTokenActive': async (w) => byOperator(w, { tokenId: await w.depositToken(), isActive: false }),
  'payments.setSweepLeast': async (w) => byOperator(w, { tokenId: await w.depositToken(), sweepLeast: '2.5' }),
  'payments.decideArrival': async (w) =>
    byOperator(w, { kind: 'ignore', arrivalId: await w.revertedArrival(), reason: 'nobody booked it' }),
  'payments.recoverDeposit': async (w) => {
    await w.endpoint()
    const address = await w.paymentAddress()
    const reason = 'sent to the wrong place'
    const amount = '0.000000000000000001'
    return byOperator(w, { chainId: CHAIN_ID, address, tokenAddress: null, amount, toAddress: ADDRESS, reason })
  },
  'payments.decideException': async (w) =>
    byOperator(w, { kind: 'ignore', receiptId: await lostReceipt(), reason: 'nobody knows' }),
  'payments.requestRefund': async (w) => {
    const reason = 'the customer asked for it'
    return byOperator(w, { receiptId: await lostReceipt(), to: 'PROVIDER', amountNgn: '0.05', reason })
  },
  'payments.approveRefund': async (w) => {
    // The first refund of all opens the platform's account.
    await lostRefund()
    return byOperator(w, { refundId: await lostRefund({ isMuch: true }) })
  },
  'payments.dropRefund': async (w) =>
    byOperator(w, { refundId: await lostRefund({ isMuch: true }), reason: 'nobody wants it' }),
  'payments.closeRefund': async (w) => byOperator(w, { refundId: await failedRefund(), reason: 'paid by a transfer' }),
  'payments.dropRecovery': async (w) =>
    byOperator(w, { recoveryId: await w.proposedRecovery(), reason: 'the wrong address' }),
  'payments.ignoreProviderEvent': async (w) =>
    byOperator(w, { eventId: await w.providerEvent(), reason: 'the money is booked' }),
  'payments.retryRefund': async (w) => byOperator(w, { refundId: await lostRefund() }),
  'fx.proposeManual': async (w) => byOperator(w, { ngnPerUsd: '1550', isConfirmed: true }),
  'fx.updateSource': async (w) =>
    byOperator(w, { name: 'manual', isActive: true, priority: 0, maxAgeMinutes: 60, maxDeviationBps: 500 }),
  'proposals.approve': async (w) => byOperator(w, { proposalId: await proposedRate() }),
  'proposals.drop': async (w) => byOperator(w, { proposalId: await proposedRate() }),
  'recovery.decideRepeated': async (w) => {
    const transactionId = await heldTransaction(await w.queued())
    return byOperator(w, { transactionId, decision: 'cancel', reason: 'nobody wants it' })
  },
  'recovery.requestLeave': async (w) =>
    byOperator(w, { recoveryId: await openRecovery(), reason: 'the chains were compared' }),
  'recovery.stopSending': async (w) => byOperator(w, { reason: 'something looks wrong' }),
  'mail.resend': async (w) => byOperator(w, { mailId: await w.skippedMail() }),
  'payments.subscribe': async (w) =>
    byOwner(w, { request: { purpose: 'SUBSCRIPTION', planId: 1, billingCycle: 'MONTHLY' } }),
  'payments.requestReconciliation': async (w) => byOperator(w, undefined),
  'payments.retryProviderEvent': async (w) => byOperator(w, { eventId: await w.providerEvent() }),
  'payments.setProviderActive': async (w) => byOperator(w, { name: 'monnify', isActive: false }),
  'prices.setFeed': async (w) => {
    await w.endpoint()
    return byOperator(w, { symbol: 'ETH', feedChainId: CHAIN_ID, feedAddress: ADDRESS, maxAgeMinutes: 60 })
  },
  'prices.setFixed': async (w) => byOperator(w, { symbol: 'cNGN', priceUsd: '0.0007' }),
  'projects.allowIpAddress': async (w) => byOwner(w, { ipAddress: '203.0.113.7', label: 'office' }),
  'projects.create': async (w) => byOperator(w, { businessId: w.businessId, name: 'Second' }),
  'projects.createOwn': async (w) => ({ as: w.owner, input: { businessId: w.businessId, name: 'Second' } }),
  'projects.rename': async (w) => byOwner(w, { name: 'Renamed' }),
  'projects.removeAllowedIpAddress': async (w) => byOwner(w, { entryId: await w.allowlistEntry() }),
  'projects.rotateWebhookSecret': async (w) => byOwner(w, {}),
  'projects.setTestnetsOnly': async (w) => byOwner(w, { testnetsOnly: true }),
  'projects.setTestnetsOnlyOfProject': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, testnetsOnly: true }),
  'projects.setStatus': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, status: 'suspended' }),
  ...SEED_EXPORT_MUTATIONS,
  ...STATUS_MUTATIONS,
  ...TOKEN_MUTATIONS,
  'team.inviteMember': async (w) => byOwner(w, { email: `${randomUUID()}@example.test`, role: 'developer' }),
  'team.resendInvitation': async (w) => byOwner(w, { invitationId: (await w.invitation()).id }),
  'team.withdrawInvitation': async (w) => byOwner(w, { invitationId: (await w.invitation()).id }),
  'team.changeRole': async (w) => byOwner(w, { userId: (await w.member()).personId, role: 'viewer' }),
  'team.removeMember': async (w) => byOwner(w, { userId: (await w.member()).personId }),
  'team.resetFactor': async (w) => {
    const { personId } = await w.member()
    await addFactor(personId)
    return byOwner(w, { userId: personId })
  },
  'team.setFactorRequirement': async (w) => {
    await addFactor(w.owner.personId)
    return byOwner(w, { isRequired: true })
  },
  'team.transferOwnership': async (w) => byOwner(w, { userId: (await w.member()).personId }),
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
  'sponsorship.setBudget': async (w) =>
    byOperator(w, { businessId: w.businessId, chainId: CHAIN_ID, dailyUsd: '5', reason: 'a trial' }),
  'views.remove': async (w) => byOwner(w, { viewId: await w.savedView() }),
  'views.rename': async (w) => byOwner(w, { viewId: await w.savedView(), name: 'Another name' }),
  'views.save': async (w) => byOwner(w, { list: 'transactions', name: 'Failed', query: 'status=FAILED' }),
  'wallets.update': async (w) => byOwner(w, { walletId: w.walletId, label: 'Treasury' }),
  'wallets.bind': async (w) => byOwner(w, { walletId: w.walletId, boundProjectId: w.projectId }),
  'wallets.create': async (w) => byOwner(w, { chainType: 'EVM', count: 2, purpose: 'TEST' }),
  'wallets.fund': async (w) => byOwner(w, { walletId: w.walletId, chainId: CHAIN_ID, symbol: 'cNGN', amount: '100' }),
  'wallets.deactivate': async (w) => byOwner(w, { walletId: w.walletId }),
  'webhooks.createEndpoint': async (w) => byOwner(w, { url: 'http://127.0.0.1:9/hook', events: ['wallet.*'] }),
  'deposits.decideScreening': async (w) =>
    byOwner(w, { depositId: await w.screenedDeposit('BUSINESS'), decision: 'CLEARED', note: 'A mistake' }),
  'deposits.decideScreeningOfAll': async (w) =>
    byOperator(w, { depositId: await w.screenedDeposit('OPERATOR'), decision: 'CLEARED', note: 'A mistake' }),
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
  'webhooks.deleteEndpoint': async (w) => byOwner(w, { endpointId: await w.webhookEndpoint() }),
  'webhooks.recover': async (w) => {
    await w.message()
    return byOwner(w, { since: new Date(Date.now() - 3_600_000) })
  },
  'webhooks.resend': async (w) => byOwner(w, { messageId: await w.message() }),
  'webhooks.rotateEndpointSecret': async (w) => byOwner(w, { endpointId: await w.webhookEndpoint() }),
  'webhooks.testEndpoint': async (w) => byOwner(w, { endpointId: await w.webhookEndpoint() }),
  'webhooks.updateEndpoint': async (w) => byOwner(w, { endpointId: await w.webhookEndpoint(), status: 'paused' }),
  'webhooks.sendTestEvent': async (w) => byOwner(w, { url: 'https://example.com/hook' }),
}

function byOperator({ operator }: MutationWorld, input: object | undefined): MutationCall {
  return { as: operator, input }
}
