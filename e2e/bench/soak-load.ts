import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Answer, ApiClient } from '@/e2e/api-client'
import { signIn } from '@/e2e/sign-in'
import { type Facts, RECIPIENT, SPONSORED } from './transfer-world'

/** A customer with wallets that have tokens; and what was accepted of it, to be found again at the end. */
export type SoakTenant = { api: ApiClient; wallets: string[]; transfers: string[]; payments: string[] }

type Ask = { facts: Facts; tenant: SoakTenant; cookie: string; turn: number }
type Kind = { share: number; group: 'accept' | 'read' | 'other'; ask: (asked: Ask) => Promise<Answer> }

const QUOTE = { purpose: 'WALLET_TOPUP', amountUsd: 20 }
const made = z.object({ data: z.object({ id: z.string() }) })
const opened = z.object({
  data: z.array(z.object({ paymentId: z.string(), accountNumber: z.string(), amountExpected: z.number() })),
})

/** The mix: how many of a thousand requests are of a kind. */
export const MIX = {
  transfer: { share: 200, group: 'accept', ask: askTransfer },
  one: { share: 280, group: 'read', ask: ({ tenant, turn }) => tenant.api.get(pathOfOne(tenant, turn)) },
  list: { share: 200, group: 'read', ask: ({ tenant }) => tenant.api.get('/v1/wallet/transaction/history?limit=20') },
  wallets: { share: 100, group: 'read', ask: ({ tenant }) => tenant.api.get('/v1/wallet/hd') },
  balances: { share: 57, group: 'read', ask: ({ tenant, turn }) => tenant.api.get(pathOfBalances(tenant, turn)) },
  quote: { share: 150, group: 'other', ask: ({ tenant }) => tenant.api.post('/v1/payments/quote', QUOTE) },
  payment: { share: 3, group: 'other', ask: askPayment },
  page: { share: 10, group: 'other', ask: askPage },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof MIX
export const KINDS = Object.keys(MIX) as KindName[] // the keys of a constant

/**
 * Answers by status, and how long each took from the moment it was due. `open`: when those without one were due.
 * `failures`: how often a request got no answer, by the error of the client.
 */
export type Seen = {
  answers: Map<number, number>
  latenciesMs: number[]
  open: Set<number>
  unadvised: number
  failures: Map<string, number>
}
export type Tally = Record<KindName, Seen>

export function newTally(): Tally {
  const seen = (): Seen => ({ answers: new Map(), latenciesMs: [], open: new Set(), unadvised: 0, failures: new Map() })
  return Object.fromEntries(KINDS.map((kind) => [kind, seen()])) as Tally // of this very type
}

export type Load = {
  /** Requests per second from now on, counted in this tally. */
  go: (perSecond: number, into: Tally) => void
  /** Sends nothing more and waits for every answer. */
  stop: () => Promise<void>
}

/** Sends the mix at a fixed pace, whether or not earlier requests were answered. */
export async function startLoad(facts: Facts, tenants: readonly SoakTenant[]): Promise<Load> {
  const cookie = await signIn(facts.baseUrl, facts.signIns.owner)
  const state = { perSecond: 0, into: newTally(), isOver: false }
  const underWay = new Set<Promise<void>>()
  const run = async () => {
    let dueAt = performance.now()
    for (let turn = 0; !state.isOver; turn++) {
      if (state.perSecond === 0) {
        await wait(10)
        dueAt = performance.now()
        continue
      }
      dueAt += 1_000 / state.perSecond
      if (dueAt > performance.now()) await wait(dueAt - performance.now())
      const tenant = tenants[turn % tenants.length]
      if (!tenant) throw new Error('there is no tenant')
      const kind = kindOf(turn)
      const asked = send(
        MIX[kind].ask({ facts, tenant, cookie, turn: Math.floor(turn / tenants.length) }),
        dueAt,
        state.into[kind],
      )
      underWay.add(asked)
      void asked.finally(() => underWay.delete(asked))
    }
  }
  const running = run()
  return {
    go(perSecond, into) {
      Object.assign(state, { perSecond, into })
    },
    async stop() {
      state.isOver = true
      await running
      await Promise.all(underWay)
    },
  }
}

async function send(answering: Promise<Answer>, dueAt: number, seen: Seen): Promise<void> {
  seen.open.add(dueAt)
  const { status, headers, text } = await answering
  seen.open.delete(dueAt)
  seen.answers.set(status, (seen.answers.get(status) ?? 0) + 1)
  if (status === 0) seen.failures.set(text, (seen.failures.get(text) ?? 0) + 1)
  if ((status === 429 || status === 503) && headers['retry-after'] === undefined) seen.unadvised += 1
  if (status < 300 && status > 0) seen.latenciesMs.push(performance.now() - dueAt)
}

const SHARES = KINDS.flatMap((kind) => Array.from({ length: MIX[kind].share }, () => kind))
/** Multiples of it, modulo 1, lie as far apart as can be. */
const GOLDEN = 0.618033988749895

/** Spreads the kinds evenly, in the same order in every run. */
function kindOf(turn: number): KindName {
  return SHARES[Math.floor(((turn * GOLDEN) % 1) * SHARES.length)] ?? 'one'
}

async function askTransfer({ tenant, turn }: Ask): Promise<Answer> {
  const answer = await tenant.api.post('/v1/wallet/transaction', {
    ...{ fromAddress: tenant.wallets[turn % tenant.wallets.length], toAddress: RECIPIENT, amount: '0.01' },
    ...{ chainType: 'EVM', chainId: SPONSORED, cNGN: true },
  })
  if (answer.status === 202) tenant.transfers.push(made.parse(JSON.parse(answer.text)).data.id)
  return answer
}

function pathOfOne({ transfers }: SoakTenant, turn: number): string {
  return `/v1/wallet/transaction/${transfers[turn % transfers.length]}`
}

function pathOfBalances({ wallets }: SoakTenant, turn: number): string {
  return `/v1/wallet/hd/address-index/${turn % wallets.length}/balances`
}

/** Opens a top-up and pays it at the sandbox bank. */
async function askPayment({ facts, tenant }: Ask): Promise<Answer> {
  const answer = await tenant.api.post('/v1/payments/subscribe?providerType=FIAT', { ...QUOTE, description: 'Soak' })
  if (answer.status !== 200) return answer
  for (const { paymentId, accountNumber, amountExpected } of opened.parse(JSON.parse(answer.text)).data) {
    const body = JSON.stringify({ accountNumber, amount: amountExpected.toFixed(2) })
    const headers = { 'content-type': 'application/json' }
    const paid = await fetch(`${facts.bank?.url}/transfers`, { method: 'POST', headers, body })
    if (paid.status !== 201) throw new Error(`the bank answered ${paid.status}: ${await paid.text()}`)
    tenant.payments.push(paymentId)
  }
  return answer
}

async function askPage({ facts, cookie }: Ask): Promise<Answer> {
  try {
    const path = `/projects/${facts.demo.projectId}/transactions`
    const page = await fetch(facts.baseUrl + path, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
    return { status: page.status, headers: Object.fromEntries(page.headers), text: await page.text() }
  } catch (error) {
    return { status: 0, headers: {}, text: String(error) }
  }
}
