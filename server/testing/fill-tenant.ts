import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import {
  approvals,
  blockedAddresses,
  depositScreenings,
  deposits,
  eventStreams,
  gasBudgetCosts,
  gasBudgetDays,
  gasBudgetShares,
  gasBudgets,
  idempotencyKeys,
  indexerEvents,
  indexerLogs,
  indexerReplays,
  indexerSubscriptions,
  ipAllowlist,
  lanes,
  noticeChannels,
  noticeMutes,
  noticeReads,
  notices,
  policies,
  projectEvents,
  requestLog,
  savedViews,
  signingRequests,
  sweepRules,
  sweeps,
  sweepWallets,
  transactionAttempts,
  transactionShares,
  transactions,
  usageCounts,
  wallets,
  webhookAttempts,
  webhookEndpoints,
  webhookFailing,
  webhookMessages,
  webhookPauses,
} from '@/db/schema'
import { inTenant, inWorker, type Tenant } from '@/server/ctx'
import { postCredit } from '@/server/ledger/credit-business'
import { createWallets } from '@/server/wallets/create-wallets'
import { asOwner } from './as-owner'
import { fillPayments } from './fill-payments'
import { fillTokens } from './fill-tokens'
import { inTenantWithSeed } from './in-tenant-with-seed'
import { newSeedExport } from './seed-export'

const CHAIN_ID = 84532
const ADDRESS = '0x00000000000000000000000000000000000000AA'

/** At least one row in every tenant table; a new table without one fails the row-level security test. */
export async function fillTenant(
  tenant: Tenant,
): Promise<{ walletId: string; transactionId: string; tokenId: string }> {
  const { businessId, projectId } = tenant
  if (!projectId) throw new Error('the tenant has no project')
  await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }))
  await inWorker((ctx) => fillPayments(ctx, { businessId, projectId }))
  await inWorker(({ db }) =>
    db.insert(notices).values({
      ...{ businessId, projectId, kind: 'balance_low', cause: businessId, title: 'test', detail: 'test' },
      openedAt: new Date(),
    }),
  )
  const transactionId = v7()
  const walletId = await inTenant(tenant, async ({ db }) => {
    const [wallet] = await db.select().from(wallets)
    if (!wallet) throw new Error('the tenant has no wallet')
    await db.insert(ipAllowlist).values({ businessId, projectId, ipAddress: '127.0.0.1', createdBy: 'test' })
    await db.insert(blockedAddresses).values({ businessId, address: ADDRESS, reason: 'test', createdBy: 'test' })
    await db.insert(transactions).values({
      id: transactionId,
      businessId,
      projectId,
      walletId: wallet.id,
      type: 'TRANSFER',
      chainType: 'EVM',
      network: 'TESTNET',
      chainId: CHAIN_ID,
      signerType: 'BUSINESS_HD',
      fromAddress: wallet.address,
      addressIndex: 0,
      toAddress: ADDRESS,
      amountUnits: 1n,
      decimals: 18,
    })
    await db.insert(transactionAttempts).values({
      businessId,
      transactionId,
      chainId: CHAIN_ID,
      fromAddress: wallet.address,
      nonce: 0,
      txHash: `0x${transactionId.replaceAll('-', '').padEnd(64, '0')}`,
      rawTransaction: new Uint8Array([1]),
      gasLimit: 1n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    })
    const subscriptionId = v7()
    await db.insert(indexerSubscriptions).values({
      id: subscriptionId,
      businessId,
      projectId,
      chainId: CHAIN_ID,
      contractAddress: ADDRESS,
      webhookUrl: 'https://x.example',
      events: ['transfer'],
      fromBlock: 1n,
      secretSealed: new Uint8Array([1]),
      createdBy: 'test',
    })
    const event = {
      ...{ businessId, projectId, subscriptionId, chainId: CHAIN_ID },
      ...{ eventType: 'transfer', eventId: '0x1:0', transactionHash: '0x1' },
    }
    await db.insert(indexerEvents).values({ ...event, blockNumber: 1n, blockHash: '0x2' })
    await db.insert(indexerLogs).values({
      ...event,
      network: 'BASE',
      contractAddress: ADDRESS,
      webhookUrl: 'https://x.example',
      status: 'delivered',
      httpStatus: 200,
      isReplay: false,
      messageId: v7(),
    })
    await db.insert(indexerReplays).values({
      ...{ businessId, projectId, subscriptionId, chainId: CHAIN_ID, asked: '[]', events: ['transfer'] },
      ...{ fromBlock: 1n, toBlock: 2n, nextBlock: 3n, status: 'done', createdBy: 'test' },
    })
    await db.insert(webhookPauses).values({ businessId, destinationId: v7() })
    const ruleId = v7()
    await db.insert(sweepRules).values({
      ...{ id: ruleId, businessId, projectId, chainId: CHAIN_ID, symbol: 'ETH', decimals: 18, purpose: 'DEPOSITS' },
      ...{ targetWalletId: wallet.id, thresholdUnits: 1n, keepUnits: 0n, createdBy: 'test' },
    })
    await db
      .insert(sweepWallets)
      .values({ businessId, ruleId, walletId: wallet.id, state: 'OPEN', trigger: 'deposit', dueAt: new Date() })
    await db.insert(sweeps).values({ businessId, ruleId, walletId: wallet.id, chainId: CHAIN_ID, transactionId })
    await db.insert(webhookEndpoints).values({
      ...{ businessId, projectId, url: 'https://x.example', events: ['wallet.*'] },
      ...{ secretSealed: new Uint8Array([1]), createdBy: 'test' },
    })
    await db
      .insert(eventStreams)
      .values({ businessId, projectId, slot: 1, holder: v7(), seenAt: new Date(0), endedAt: new Date(0) })
    await db
      .insert(projectEvents)
      .values({ businessId, projectId, source: 'test', sourceId: v7(), kind: 'payment.settled', body: '{}' })
    await db.insert(signingRequests).values({
      ...{ businessId, projectId, walletId: wallet.id, chainId: CHAIN_ID, requestedBy: 'test' },
      serialized: new Uint8Array([1]),
    })
    const userId = v7()
    await db.insert(noticeReads).values({ businessId, projectId, userId, readAt: new Date() })
    await db.insert(noticeChannels).values({
      ...{ businessId, projectId, kind: 'slack', name: 'Team', targetHint: 'hooks.slack.com/…', createdBy: 'test' },
      targetSealed: new Uint8Array([1]),
    })
    await db.insert(noticeMutes).values({ businessId, projectId, userId, kind: 'balance_low' })
    await db
      .insert(savedViews)
      .values({ businessId, projectId, userId, list: 'requests', name: 'Failed', query: 'outcome=failed' })
    await db.insert(transactionShares).values({
      ...{ businessId, projectId, transactionId, tokenHash: v7(), createdBy: 'test' },
      expiresAt: new Date(),
    })
    await db.insert(webhookFailing).values({ businessId, destinationId: v7(), since: new Date() })
    await db.insert(lanes).values({ businessId, chainId: CHAIN_ID, walletId: wallet.id, address: wallet.address })
    await db.insert(policies).values({ businessId, projectId, updatedBy: 'test' })
    await db.insert(approvals).values({
      businessId,
      projectId,
      transactionId,
      reason: 'test',
      requestedBy: 'test',
      expiresAt: new Date(),
    })
    const message = {
      businessId,
      projectId,
      source: 'transaction' as const,
      sourceId: transactionId,
      kind: 'wallet.transfer.completed',
      url: 'https://x.example',
      body: '{}',
    }
    const [sent] = await db.insert(webhookMessages).values(message).returning()
    if (!sent) throw new Error('the message was not written')
    await db.insert(webhookAttempts).values({
      businessId,
      messageId: sent.id,
      number: 1,
      latencyMs: 1,
      signedWith: 'project',
      requestHeaders: {},
    })
    await db
      .insert(idempotencyKeys)
      .values({ businessId, projectId, environment: 'live', operation: 'POST /test', key: 'k', fingerprint: 'f' })
    return wallet.id
  })
  await asOwner(
    (owner) => owner`insert into signatures (id, business_id, transaction_id, chain_id, address, tx_hash, reason)
      values (${v7()}, ${businessId}, ${transactionId}, ${CHAIN_ID}, ${ADDRESS}, '0x1', 'first')`,
  )
  await inWorker(({ db }) => postCredit(db, { businessId, micros: 1n, reason: 'test', createdBy: 'test' }))
  await inWorker(async ({ db }) => {
    const day = { businessId, chainId: CHAIN_ID, day: '2026-01-01' }
    await db.insert(gasBudgetDays).values(day)
    await db.insert(gasBudgetShares).values({ ...day, grantedMicros: 0n })
    await db.insert(gasBudgets).values({ ...day, dailyMicros: 10n ** 9n, reason: 'test' })
    const [deposit] = await db
      .insert(deposits)
      .values({
        ...{ businessId, projectId, walletId, chainId: CHAIN_ID, fromAddress: ADDRESS },
        ...{ symbol: 'ETH', decimals: 18, amountUnits: 1n, txHash: '0x1', blockNumber: 1n, blockHash: '0x2' },
      })
      .returning()
    const [blocked] = await db.select().from(blockedAddresses).where(eq(blockedAddresses.businessId, businessId))
    if (!deposit || !blocked) throw new Error('the tenant has no deposit or no blocked address')
    const flagged = { depositId: deposit.id, blockedAddressId: blocked.id, list: 'BUSINESS' } as const
    await db.insert(depositScreenings).values({ businessId, ...flagged })
    await db
      .insert(usageCounts)
      .values({ businessId, projectId, productId: 1, periodStart: new Date(), kind: 'api.calls', n: 1 })
    await db.insert(gasBudgetCosts).values({ transactionId, businessId, costMicros: 1n })
  })
  await inWorker(({ db }) =>
    db.insert(requestLog).values({ id: v7(), businessId, method: 'GET', path: '/', status: 200, durationMs: 1 }),
  )
  const ownerId = v7()
  await asOwner(async (owner) => {
    await owner`insert into users (id, name, email, password_hash) values (${ownerId}, 'Test Owner', ${`${ownerId}@example.test`}, '-')`
  })
  await newSeedExport({ businessId, ownerId, state: 'APPROVED' })
  const { tokenId } = await inWorker((ctx) => fillTokens(ctx, { businessId, projectId, walletId }))
  return { walletId, transactionId, tokenId }
}
