import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { z } from 'zod'
import type { Answer, ApiClient } from '@/e2e/api-client'
import { patience } from './patience'
import type { Random } from './random'

/** One requested transfer, and the answers about it. */
export type Transfer = {
  key: string
  chainId: number
  /** A native transfer goes to a new address: its final balance shows how often it was carried out. */
  asset: 'cNGN' | 'native' | 'SOL'
  from: string
  to: string
  /** No two transfers of a run move the same amount: each is recognized on chain. */
  units: bigint
  webhook: { url: string; secret: string | null } | null
  /** The line of a batch, which has its reference in place of a key. */
  isLine: boolean
  /** This customer does not try again when the connection breaks: it never learns what came of it. */
  givesUp: boolean
  /** The outcome FAILED is right when its error matches: it was cancelled, or its wallet could not pay. */
  mayFail: RegExp | null
  /** A refusal with this status is right, and then there must be no row. */
  mayBeRefusedWith: number | null
  /** The id in the acknowledgement. */
  id: string | null
  acknowledgedAt: number
  /** From the first try to the acknowledgement. */
  acceptMs: number
  /** An answer that should not have come. */
  refusal: string | null
  /** The status of a refusal that was allowed for. */
  refusedWith: number | null
  tries: number
}

export type TransferPlan = {
  label: string
  count: number
  chainId: number
  wallets: readonly string[]
  webhookUrl: string
  random: Random
  givingUp?: number
  /** On a Solana cluster; `wallets` are then there too. */
  isSolana?: boolean
  /** Share of native transfers. */
  native?: number
  /** Share with a webhook. */
  webhooks?: number
  isLine?: boolean
  mayFail?: RegExp
  mayBeRefusedWith?: number
}

const DECIMALS = { cNGN: 6, native: 18, SOL: 9 } as const
/** More than an account must hold to exist. */
const LEAST_LAMPORTS = 1_000_000n
const DEADLINE_MS = 60_000
const accepted = z.object({ data: z.object({ id: z.uuid() }) })
let moved = 0n

export function planTransfers(plan: TransferPlan): Transfer[] {
  const { label, count, wallets, random, webhooks = 0.5 } = plan
  return Array.from({ length: count }, (_, index) => {
    moved += 1n
    const isNative = random.chance(plan.native ?? 0)
    const asset = plan.isSolana ? 'SOL' : isNative ? 'native' : 'cNGN'
    const secret = random.chance(0.5) ? randomBytes(24).toString('base64url') : null
    return {
      key: `${label}-${index}`,
      chainId: plan.chainId,
      asset,
      from: wallets[index % wallets.length] ?? '',
      to: RECIPIENTS[asset](wallets[(index + 1) % wallets.length] ?? ''),
      units: (asset === 'SOL' ? LEAST_LAMPORTS : 10n) + moved,
      webhook: random.chance(webhooks) ? { url: plan.webhookUrl, secret } : null,
      isLine: plan.isLine ?? false,
      givesUp: random.chance(plan.givingUp ?? 0),
      mayFail: plan.mayFail ?? null,
      mayBeRefusedWith: plan.mayBeRefusedWith ?? null,
      id: null,
      acknowledgedAt: 0,
      acceptMs: 0,
      refusal: null,
      refusedWith: null,
      tries: 0,
    }
  })
}

type Sending = { spreadMs: number; random: Random; atOnce?: number; withinMs?: number }

/** Sends all, spread at random over `spreadMs` (0: as fast as it goes), at most `atOnce` of them open at a time. */
export async function sendTransfers(
  api: ApiClient,
  transfers: readonly Transfer[],
  { spreadMs, random, atOnce = 256, withinMs = DEADLINE_MS }: Sending,
): Promise<void> {
  const startedAt = Date.now()
  const due = transfers.map((transfer) => ({ transfer, at: startedAt + random.next() * spreadMs }))
  due.sort((a, b) => a.at - b.at)
  let next = 0
  const worker = async () => {
    for (let one = due[next++]; one; one = due[next++]) {
      await pause(Math.max(0, one.at - Date.now()))
      await sendUntilAnswered(api, one.transfer, withinMs)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, due.length) }, worker))
}

async function sendUntilAnswered(api: ApiClient, transfer: Transfer, withinMs: number): Promise<void> {
  const startedAt = Date.now()
  while (Date.now() < startedAt + patience(withinMs)) {
    transfer.tries += 1
    const answer = await api.post('/v1/wallet/transaction', toBody(transfer), transfer.key)
    if (answer.status === 202) {
      transfer.id = accepted.parse(JSON.parse(answer.text)).data.id
      transfer.acknowledgedAt = Date.now()
      transfer.acceptMs = transfer.acknowledgedAt - startedAt
      return
    }
    if (answer.status === transfer.mayBeRefusedWith) {
      transfer.refusedWith = answer.status
      return
    }
    if (!mayBeTriedAgain(answer)) {
      transfer.refusal = `${answer.status} ${answer.text.slice(0, 200)}`
      return
    }
    // A process that is away or restarting answers 503; a 500 is an unexpected fault.
    if (answer.status === 500) transfer.refusal = `500 ${answer.text.slice(0, 200)}`
    if (transfer.givesUp) return
    await pause(100 + 20 * Math.min(transfer.tries, 10))
  }
  transfer.refusal = `no acknowledgement within ${withinMs} ms`
}

/** Tokens go to each other's neighbour: balances of all must then come out right. Coins go to nobody we know. */
const RECIPIENTS: Record<Transfer['asset'], (neighbour: string) => string> = {
  cNGN: (neighbour) => neighbour,
  native: () => `0x${randomBytes(20).toString('hex')}`,
  SOL: () => {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    return base58.encode(Buffer.from(x, 'base64url'))
  },
}

/** As the product takes it once the request was parsed. */
export function toInput(transfer: Transfer) {
  return {
    fromAddress: transfer.from,
    toAddress: transfer.to,
    amount: toMajor(transfer.units, DECIMALS[transfer.asset]),
    ...(transfer.asset === 'SOL'
      ? ({ chainType: 'SOLANA', network: 'TESTNET' } as const)
      : ({ chainType: 'EVM', chainId: transfer.chainId } as const)),
    cNGN: transfer.asset === 'cNGN',
    waitForCompletion: false,
  } as const
}

export function toBody(transfer: Transfer): Record<string, unknown> {
  return {
    ...toInput(transfer),
    ...(transfer.webhook ? { webhookUrl: transfer.webhook.url } : {}),
    ...(transfer.webhook?.secret ? { webhookSecret: transfer.webhook.secret } : {}),
  }
}

/**
 * No answer, an expired token, too many requests, or the server's own trouble: the same request with the same key is
 * safe.
 */
function mayBeTriedAgain({ status }: Answer): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500
}

function toMajor(units: bigint, decimals: number): string {
  const perMajor = 10n ** BigInt(decimals)
  return `${units / perMajor}.${String(units % perMajor).padStart(decimals, '0')}`
}
