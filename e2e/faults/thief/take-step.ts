import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Address, encodeFunctionData } from 'viem'
import { erc20Abi } from '@/contracts/generated/erc20'
import { approveTransaction } from '@/server/approvals/approve-transaction'
import { rejectTransaction } from '@/server/approvals/reject-transaction'
import { inTenant, workerCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { getPolicy } from '@/server/policies/get-policy'
import { savePolicy } from '@/server/policies/save-policy'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { NO_REQUEST_NAME } from '@/server/transactions/intent-id'
import { prepareCall } from '@/server/transactions/prepare/prepare-sign'
import { prepareTransfer, transferIntent } from '@/server/transactions/prepare/prepare-transfer'
import { speedUpTransaction } from '@/server/transactions/speed-up-transaction'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { decideBatch, sendBatch } from './batch-steps'
import type { Step } from './plan-sequence'
import { asPerson, measure, NATIVE_DECIMALS, type Scene, type Taken, TOKEN_DECIMALS, walletOf } from './scene'
import { changeRule, createRuleOf, deleteRuleOf } from './sweep-steps'

/** One step, by the verbs that the API and the portal call. Throws what they throw. */
export async function takeStep(scene: Scene, step: Step): Taken {
  switch (step.do) {
    case 'deposit':
      await scene.faucet.deposit(walletOf(scene, step.wallet).address, step.wei)
      return `${step.wei} wei`
    case 'transfer':
      return transfer(scene, step)
    case 'tokens':
      return tokens(scene, step)
    case 'call':
      return call(scene, step)
    case 'pay':
      return pay(scene, step)
    case 'cancel':
      return withPicked(scene, step.pick, async (id) => {
        const { outcome } = await asPerson(scene, (ctx) =>
          cancelTransaction(ctx, { transactionId: id, reason: 'thief' }),
        )
        return outcome
      })
    case 'speedUp':
      return withPicked(scene, step.pick, async (id) => {
        await asPerson(scene, (ctx) => speedUpTransaction(ctx, { transactionId: id, reason: 'thief' }))
        return 'asked'
      })
    case 'policy':
      return setPolicy(scene, step.asks)
    case 'decide':
      return decide(scene, step.approves)
    case 'batch':
      return sendBatch(scene, step)
    case 'decideBatch':
      return decideBatch(scene, step.approves)
    case 'sweepRule':
      return createRuleOf(scene, step)
    case 'sweepChange':
      return changeRule(scene, step)
    case 'sweepDelete':
      return deleteRuleOf(scene, step.pick)
    case 'deactivate':
      return deactivate(scene, step.wallet)
    case 'wait':
      await pause(step.ms)
      return 'done'
    default:
      return step satisfies never
  }
}

/** Nothing waits for a second person any more. */
export async function rejectAll(scene: Scene): Promise<void> {
  while ((await openApproval(scene)) !== null) await decide(scene, false)
}

async function transfer(scene: Scene, step: Extract<Step, { do: 'transfer' }>): Taken {
  const { customer } = scene
  const from = walletOf(scene, step.wallet)
  const to = step.to === 'loot' ? customer.loot : walletOf(scene, step.wallet + 1).address
  return send(scene, { from: from.address, to, units: await measure(scene, from, step.amount), cNGN: false })
}

async function tokens(scene: Scene, { wallet, units }: Extract<Step, { do: 'tokens' }>): Taken {
  const to = walletOf(scene, wallet + 1).address
  return send(scene, { from: walletOf(scene, wallet).address, to, units, cNGN: true })
}

type Move = { from: string; to: string; units: bigint; cNGN: boolean }

async function send({ customer, accepted }: Scene, { from, to, units, cNGN }: Move): Taken {
  const { tenant, ground } = customer
  const input = {
    fromAddress: from,
    toAddress: to,
    amount: formatAmount(units, cNGN ? TOKEN_DECIMALS : NATIVE_DECIMALS),
    chainType: 'EVM',
    chainId: ground.chainId,
    cNGN,
    waitForCompletion: false,
  } as const
  const prepared = await prepareTransfer(tenant, input)
  const { id } = await inTenant(tenant, (ctx) => acceptTransaction(ctx, transferIntent(prepared)))
  accepted.push(id)
  return `${units} as ${id}`
}

async function call(scene: Scene, { wallet, bytes }: Extract<Step, { do: 'call' }>): Taken {
  const { cngn } = scene.customer.ground
  const spender = scene.customer.loot as Address // made of twenty bytes
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, BigInt(bytes)] })
  return sign(scene, wallet, { to: cngn, data: `${approve}${'ab'.repeat(bytes)}` })
}

async function pay(scene: Scene, { wallet, amount }: Extract<Step, { do: 'pay' }>): Taken {
  const units = await measure(scene, walletOf(scene, wallet), amount)
  return sign(scene, wallet, { to: scene.customer.loot, value: units.toString() })
}

async function sign(scene: Scene, wallet: number, transaction: { to: string; value?: string; data?: string }): Taken {
  const { tenant, ground } = scene.customer
  const { addressIndex } = walletOf(scene, wallet)
  const fixed = { chainType: 'EVM', chainId: ground.chainId, waitForCompletion: false } as const
  const prepared = await prepareCall(tenant, { ...fixed, addressIndex, transaction })
  const { id, status } = await inTenant(tenant, (ctx) => acceptTransaction(ctx, { ...prepared, ...NO_REQUEST_NAME }))
  if (status === 'PENDING') scene.accepted.push(id)
  return `${transaction.value ?? `${transaction.data?.length} digits`} as ${id} (${status})`
}

async function deactivate(scene: Scene, number: number): Taken {
  const [row] = await workerCtx().db.execute<{ id: string }>(sql`
    select id from wallets where business_id = ${scene.customer.tenant.businessId} and address = ${walletOf(scene, number).address}`)
  await asPerson(scene, (ctx) => deactivateWallet(ctx, row?.id ?? ''))
  return 'done'
}

async function setPolicy(scene: Scene, asks: boolean): Taken {
  const { version } = await asPerson(scene, (ctx) => getPolicy(ctx))
  const none = { perTransactionUsd: null, dailyUsd: null, recipients: null, methods: null }
  const policy = { ...none, isActive: asks, approvalAboveUsd: asks ? 0n : null, version }
  await asPerson(scene, (ctx) => savePolicy(ctx, policy))
  return asks ? 'all need a second person' : 'none'
}

async function decide(scene: Scene, approves: boolean): Taken {
  const approvalId = await openApproval(scene)
  if (approvalId === null) return 'nothing to decide'
  const verb = approves ? approveTransaction : rejectTransaction
  await asPerson(scene, (ctx) => verb(ctx, { approvalId, note: '' }))
  return approves ? 'approved' : 'rejected'
}

async function openApproval({ customer }: Scene): Promise<string | null> {
  const [row] = await workerCtx().db.execute<{ id: string }>(sql`
    select id from approvals where business_id = ${customer.tenant.businessId} and status = 'pending' order by created_at limit 1`)
  return row?.id ?? null
}

async function withPicked({ accepted }: Scene, pick: number, work: (id: string) => Taken): Taken {
  const id = accepted.at(-1 - (pick % Math.max(1, accepted.length)))
  return id === undefined ? 'nothing to act on' : `${await work(id)} ${id}`
}
