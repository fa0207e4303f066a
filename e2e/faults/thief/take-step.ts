import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { rpc } from '@/dev/chains/rpc'
import { approveTransaction } from '@/server/approvals/approve-transaction'
import { rejectTransaction } from '@/server/approvals/reject-transaction'
import { inTenant, type TenantCtx, workerCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { getPolicy } from '@/server/policies/get-policy'
import { savePolicy } from '@/server/policies/save-policy'
import { acceptIntent } from '@/server/transactions/accept-intent'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { createTransfer } from '@/server/transactions/create-transfer'
import { prepareCall } from '@/server/transactions/prepare/prepare-call'
import { prepareTransfer } from '@/server/transactions/prepare/prepare-transfer'
import { speedUpTransaction } from '@/server/transactions/speed-up-transaction'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import type { Customer } from './customer'
import type { Faucet } from './faucet'
import type { Amount, Step } from './plan-sequence'

/** A hundredth of a coin: what a wallet is filled with is of that order. */
const FIXED_WEI = 10n ** 16n
const NATIVE_DECIMALS = 18
const TOKEN_DECIMALS = 6

type Place = { customer: Customer; faucet: Faucet; accepted: string[] }
/** In words, what came of it. */
type Taken = Promise<string>

/** One step, by the verbs that the API and the portal call. Throws what they throw. */
export async function takeStep(place: Place, step: Step): Taken {
  switch (step.do) {
    case 'deposit':
      await place.faucet.deposit(walletOf(place, step.wallet).address, step.wei)
      return `${step.wei} wei`
    case 'transfer':
      return transfer(place, step)
    case 'tokens':
      return tokens(place, step)
    case 'call':
      return call(place, step)
    case 'pay':
      return pay(place, step)
    case 'cancel':
      return act(place, step.pick, async (id) => {
        const { outcome } = await asPerson(place, (ctx) =>
          cancelTransaction(ctx, { transactionId: id, reason: 'thief' }),
        )
        return outcome
      })
    case 'speedUp':
      return act(place, step.pick, async (id) => {
        await asPerson(place, (ctx) => speedUpTransaction(ctx, { transactionId: id, reason: 'thief' }))
        return 'asked'
      })
    case 'policy':
      return setPolicy(place, step.asks)
    case 'decide':
      return decide(place, step.approves)
    case 'deactivate':
      return deactivate(place, step.wallet)
    case 'wait':
      await pause(step.ms)
      return 'done'
    default:
      return step satisfies never
  }
}

/** Nothing waits for a second person any more. */
export async function rejectAll(place: Place): Promise<void> {
  while ((await openApproval(place)) !== null) await decide(place, false)
}

async function transfer(place: Place, step: Extract<Step, { do: 'transfer' }>): Taken {
  const { customer } = place
  const from = walletOf(place, step.wallet)
  const to = step.to === 'loot' ? customer.loot : walletOf(place, step.wallet + 1).address
  return send(place, { from: from.address, to, units: await measure(place, from, step.amount), cNGN: false })
}

async function tokens(place: Place, { wallet, units }: Extract<Step, { do: 'tokens' }>): Taken {
  const to = walletOf(place, wallet + 1).address
  return send(place, { from: walletOf(place, wallet).address, to, units, cNGN: true })
}

type Move = { from: string; to: string; units: bigint; cNGN: boolean }

async function send({ customer, accepted }: Place, { from, to, units, cNGN }: Move): Taken {
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
  const { id } = await inTenant(tenant, (ctx) => createTransfer(ctx, prepared, null))
  accepted.push(id)
  return `${units} as ${id}`
}

async function call(place: Place, { wallet, bytes }: Extract<Step, { do: 'call' }>): Taken {
  const { cngn } = place.customer.ground
  const spender = place.customer.loot as Address // made of twenty bytes
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, BigInt(bytes)] })
  return sign(place, wallet, { to: cngn, data: `${approve}${'ab'.repeat(bytes)}` })
}

async function pay(place: Place, { wallet, amount }: Extract<Step, { do: 'pay' }>): Taken {
  const units = await measure(place, walletOf(place, wallet), amount)
  return sign(place, wallet, { to: place.customer.loot, value: units.toString() })
}

async function sign(place: Place, wallet: number, transaction: { to: string; value?: string; data?: string }): Taken {
  const { tenant, ground } = place.customer
  const { addressIndex } = walletOf(place, wallet)
  const fixed = { chainType: 'EVM', chainId: ground.chainId, waitForCompletion: false } as const
  const prepared = await prepareCall(tenant, { ...fixed, addressIndex, transaction })
  const { id, status } = await inTenant(tenant, (ctx) => acceptIntent(ctx, { ...prepared, idempotencyKey: null }))
  if (status === 'PENDING') place.accepted.push(id)
  return `${transaction.value ?? `${transaction.data?.length} digits`} as ${id} (${status})`
}

async function deactivate(place: Place, number: number): Taken {
  const [row] = await workerCtx().db.execute<{ id: string }>(sql`
    select id from wallets where business_id = ${place.customer.tenant.businessId} and address = ${walletOf(place, number).address}`)
  await asPerson(place, (ctx) => deactivateWallet(ctx, row?.id ?? ''))
  return 'done'
}

async function setPolicy(place: Place, asks: boolean): Taken {
  const { version } = await asPerson(place, (ctx) => getPolicy(ctx))
  const none = { perTransactionUsd: null, dailyUsd: null, recipients: null, methods: null }
  const policy = { ...none, isActive: asks, approvalAboveUsd: asks ? 0n : null, version }
  await asPerson(place, (ctx) => savePolicy(ctx, policy))
  return asks ? 'all need a second person' : 'none'
}

async function decide(place: Place, approves: boolean): Taken {
  const approvalId = await openApproval(place)
  if (approvalId === null) return 'nothing to decide'
  const verb = approves ? approveTransaction : rejectTransaction
  await asPerson(place, (ctx) => verb(ctx, { approvalId, note: '' }))
  return approves ? 'approved' : 'rejected'
}

async function openApproval({ customer }: Place): Promise<string | null> {
  const [row] = await workerCtx().db.execute<{ id: string }>(sql`
    select id from approvals where business_id = ${customer.tenant.businessId} and status = 'pending' order by created_at limit 1`)
  return row?.id ?? null
}

async function act({ accepted }: Place, pick: number, work: (id: string) => Taken): Taken {
  const id = accepted.at(-1 - (pick % Math.max(1, accepted.length)))
  return id === undefined ? 'nothing to act on' : `${await work(id)} ${id}`
}

type Person = TenantCtx & { projectId: string }

function asPerson<T>({ customer: { tenant } }: Place, work: (ctx: Person) => Promise<T>): Promise<T> {
  const actor = { type: 'user', id: tenant.businessId, name: 'Owner' } as const
  return inTenant({ ...tenant, actor }, (ctx) => work({ ...ctx, projectId: tenant.projectId }))
}

function walletOf({ customer: { wallets } }: Place, number: number) {
  const wallet = wallets[number % wallets.length]
  if (!wallet) throw new Error('a customer without wallets')
  return wallet
}

async function measure(place: Place, { address }: { address: string }, amount: Amount): Promise<bigint> {
  const { chainId, rpcUrl } = place.customer.ground
  const ask = () => rpc(rpcUrl, 'eth_getBalance', [address, 'latest'])
  // A node may close an idle connection just as it is used again: that is no finding.
  const balance = BigInt(String(await ask().catch(ask)))
  const [lane] = await workerCtx().db.execute<{ float: string }>(sql`
    select gas_float_units::text as float from lanes where chain_id = ${chainId} and address = ${address}`)
  const float = BigInt(lane?.float ?? 0)
  const whole = { balance, float, own: balance - float, fixed: FIXED_WEI }[amount.of]
  return (whole * BigInt(amount.percent)) / 100n + amount.plusWei
}
