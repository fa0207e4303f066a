import { z } from 'zod'
import { toDatabase } from '@/db/client'
import { newId } from '@/db/new-id'
import { type Played, plan, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import { pauseMining, resumeMining } from '@/e2e/faults/stack/mining'
import { sendTransfers } from '@/e2e/faults/transfers'
import { postCredit } from '@/server/ledger/credit-business'
import { postJournal } from '@/server/ledger/post-journals'
import { type Round, repeatRound } from './rounds'

const SPENDS = 100
const COVERED = 10n
const numberText = z.string().transform((text) => BigInt(text))

/** A hundred transfers at once on a balance that covers the gas of ten: ten are accepted, ninety answered 402. */
export async function narrowBalance(stage: Stage): Promise<Played> {
  const chain = stage.stack.chains.find(({ gasPolicy }) => gasPolicy === 'debited')
  if (!chain) throw new Error('no chain of the run charges gas')
  return repeatRound(stage, () => playOne(stage, chain))
}

async function playOne(stage: Stage, chain: FaultChain): Promise<Round> {
  const { world, api, random, say } = stage
  const { chainId } = chain
  const findings: string[] = []
  const probes = plan(stage, { label: 'probe', chainId, count: world.wallets.length, webhooks: 0 })
  await sendTransfers(api, probes, { spreadMs: 0, random })
  await waitUntilIdle(world)
  // Without blocks the fees stand still, and every transfer holds the same.
  await pauseMining(chain)
  const [probe] = plan(stage, { label: 'narrow-probe', chainId, count: 1 })
  if (!probe) throw new Error('no transfer was planned')
  await sendTransfers(api, [probe], { spreadMs: 0, random })
  const holdMicros = await readHold(stage, probe.key)
  const putBack = await leaveAvailable(stage, holdMicros * COVERED + holdMicros / 2n)
  const spends = plan(stage, { label: 'narrow', chainId, count: SPENDS, mayBeRefusedWith: 402 })
  await sendTransfers(api, spends, { spreadMs: 0, random })
  await resumeMining(chain)
  const healthyAt = Date.now()
  await waitUntilIdle(world)
  await putBack()
  const accepted = spends.filter(({ id }) => id !== null).length
  const refused = spends.filter(({ refusedWith }) => refusedWith === 402).length
  say(`a hold is ${holdMicros} micro-dollars: ${accepted} accepted, ${refused} answered 402`)
  if (accepted !== Number(COVERED) || refused !== SPENDS - accepted)
    findings.push(`${accepted} accepted and ${refused} refused on a balance for ${COVERED}`)
  return { name: 'balance for ten', transfers: [...probes, probe, ...spends], healthyAt, findings }
}

async function readHold({ world }: Stage, key: string): Promise<bigint> {
  const [row] = await world.sql`select fee_hold_micros::text as micros from transactions where idempotency_key = ${key}`
  return numberText.parse(row?.micros)
}

/**
 * Takes what is too much out of the business's balance by a journal of the run's own, and returns what credits it
 * again. The product has no verb that takes money: this one writes what such a verb would.
 */
async function leaveAvailable({ world: { sql }, stack }: Stage, wantedMicros: bigint): Promise<() => Promise<void>> {
  const { businessId } = stack
  const [account] = await sql`
    select balance_units::text as micros from ledger_accounts
    where business_id = ${businessId} and currency = 'USD' and kind = 'available'`
  const surplus = numberText.parse(account?.micros) - wantedMicros
  const credit = (micros: bigint) =>
    postCredit(toDatabase(sql), { businessId, micros, reason: 'Fault run', createdBy: 'system:faults' })
  if (surplus < 0n) await credit(-surplus)
  if (surplus <= 0n) return async () => {}
  const about = { reference: null, reason: 'Fault run: put aside', createdBy: 'system:faults' }
  await postJournal(toDatabase(sql), {
    journal: { ...about, id: newId(), businessId, kind: 'credit' },
    legs: [
      { businessId, currency: 'USD', kind: 'available', units: -surplus },
      { businessId, currency: 'USD', kind: 'funding', units: surplus },
    ],
  })
  return async () => void (await credit(surplus))
}
