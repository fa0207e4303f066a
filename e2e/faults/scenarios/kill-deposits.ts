import { z } from 'zod'
import { type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { waitUntil } from '@/dev/wait-until'
import type { ApiClient } from '@/e2e/api-client'
import { checkDeposited } from '@/e2e/faults/deposits/check-deposited'
import { type DepositLoad, openDepositLoad } from '@/e2e/faults/deposits/deposit-load'
import { readStored } from '@/e2e/faults/deposits/read-stored'
import { makeWallets } from '@/e2e/faults/fresh-wallets'
import { patience } from '@/e2e/faults/patience'
import type { Played, Stage } from '@/e2e/faults/scenario'
import { ARRIVED_WITHIN_MS, type Proof } from './kill-followers'

const MAX_WALLETS = 10_000
/** As many as one call makes. */
const WALLETS_A_CALL = 200

const made = z.object({ data: z.object({ id: z.string(), signingSecret: z.string() }) })
/** The endpoint receives events of all the project's wallets: those of other scenarios are paid meanwhile too. */
const reportedOf = z.object({ data: z.object({ address: z.string() }) })

/** Payments to wallets on both chains, reported to a webhook endpoint of the project. */
export async function depositProof(stage: Stage, api: ApiClient): Promise<Proof> {
  const receiver = await startReceiver()
  const { id, signingSecret: secret } = await addEndpoint(api, receiver.url)
  const wallets = await newWallets(api, stage.rounds * stage.transfers)
  const loads: DepositLoad[] = []
  for (const chain of stage.stack.chains) loads.push(await openDepositLoad(chain, wallets))
  const paid = { wallets: new Set(wallets), loads, receiver, secret }
  return {
    loads,
    check: (played) => check(stage, paid, played),
    async close() {
      await stage.stack.sql`delete from webhook_endpoints where id = ${id}`
      await receiver.close()
    },
  }
}

type Paid = { wallets: ReadonlySet<string>; loads: readonly DepositLoad[]; receiver: Receiver; secret: string }

async function check({ world }: Stage, { wallets, loads, receiver, secret }: Paid, played: Played): Promise<string> {
  const sent = loads.reduce((sum, load) => sum + load.sent(), 0)
  const visits = () =>
    receiver.visits.filter(({ body }) => wallets.has(reportedOf.parse(JSON.parse(body)).data.address))
  const reported = () => new Set(visits().map(({ headers }) => headers['webhook-id'])).size
  await waitUntil(() => reported() >= sent, { timeoutMs: patience(ARRIVED_WITHIN_MS), everyMs: 250 })
  const truth = (await Promise.all(loads.map((load) => load.truth()))).flat()
  if (truth.length !== sent) played.findings.push(`${sent - truth.length} payments were never mined`)
  const stored = await readStored(world, wallets)
  const { findings, doubles } = checkDeposited({ truth, stored, secret, visits: visits() })
  played.findings.push(...findings)
  return `${stored.length} of ${truth.length} deposits into ${wallets.size} wallets, ${doubles} told twice`
}

async function addEndpoint(api: ApiClient, url: string): Promise<{ id: string; signingSecret: string }> {
  const answer = await api.post('/v1/webhooks/endpoints', {
    url,
    events: ['wallet.deposit.confirmed', 'wallet.deposit.reverted'],
  })
  if (answer.status !== 201) throw new Error(`no webhook endpoint: ${answer.status} ${answer.text}`)
  return made.parse(JSON.parse(answer.text)).data
}

async function newWallets(api: ApiClient, wanted: number): Promise<string[]> {
  const wallets: string[] = []
  const count = Math.min(MAX_WALLETS, Math.ceil(wanted / WALLETS_A_CALL) * WALLETS_A_CALL)
  while (wallets.length < count) wallets.push(...(await makeWallets(api, WALLETS_A_CALL)))
  return wallets
}
