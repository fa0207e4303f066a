import type { Sql } from 'postgres'
import { Webhook } from 'standardwebhooks'
import type { ChainReader, Mined, Move } from './chain-reader'
import type { Transfer } from './transfers'
import type { WebhookReceiver } from './webhook-receiver'

export type World = {
  sql: Sql
  chain: ChainReader
  receiver: WebhookReceiver
  /** Every address the product signs for. */
  wallets: readonly string[]
  gasWallet: string
  /** Token units each wallet was given at the start. */
  fundedUnits: bigint
}

export type Verdict = {
  accepted: number
  completed: number
  failed: number
  /** Transfers with more than one effect on chain. */
  duplicates: number
  /** Acknowledged and gone, or never ended. */
  lost: number
  /** Nonces at rest that no mined transaction fills. */
  holes: number
  undelivered: number
  /** One sentence for each broken invariant. */
  findings: string[]
}

type Row = {
  id: string
  idempotency_key: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  error: string | null
  from_address: string
  to_address: string
  units: string
  tx_hash: string | null
}

/**
 * Compares what customers were told, the rows, the chain and the receiver of the webhooks (research: wallets, 5.1).
 * Call it at rest: when nothing is pending, or when waiting longer has no point.
 */
export async function checkInvariants(world: World, transfers: readonly Transfer[]): Promise<Verdict> {
  const keys = transfers.map(({ key }) => key)
  const rows = await world.sql<Row[]>`
    select id, idempotency_key, status, error, from_address, to_address, amount_units::text as units, tx_hash
    from transactions where idempotency_key = any(${keys})`
  const ours = new Set([...world.wallets, world.gasWallet].map((wallet) => wallet.toLowerCase()))
  const [moves, mined] = [await world.chain.readMoves(), await world.chain.readMined(ours)]
  const findings: string[] = []
  const verdict = {
    accepted: rows.length,
    completed: rows.filter((row) => row.status === 'COMPLETED').length,
    failed: rows.filter((row) => row.status === 'FAILED').length,
    duplicates: checkEffects(rows, moves, findings),
    lost: checkAccepted(transfers, rows, findings),
    holes: await checkNonces(world, mined, findings),
    undelivered: await checkWebhooks(world, transfers, rows, findings),
    findings,
  }
  await checkHashes(world, mined, findings)
  await checkKeys(world, transfers, findings)
  await checkBalances(world, moves, findings)
  return verdict
}

/** At most one effect an intent, exactly one for a completed one, none for a failed one. */
function checkEffects(rows: readonly Row[], moves: readonly Move[], findings: string[]): number {
  const effects = new Map<string, Move[]>()
  for (const move of moves) {
    const name = `${move.from} ${move.units}`
    effects.set(name, [...(effects.get(name) ?? []), move])
  }
  let doubled = 0
  for (const row of rows) {
    const found = effects.get(`${row.from_address.toLowerCase()} ${row.units}`) ?? []
    if (found.length > 1) doubled += 1
    if (found.length > 1) findings.push(`transfer ${row.id} moved ${found.length} times`)
    if (row.status === 'COMPLETED' && found.length === 0) findings.push(`transfer ${row.id} is COMPLETED, not on chain`)
    if (row.status !== 'COMPLETED' && found.length > 0) findings.push(`transfer ${row.id} is ${row.status}, on chain`)
    const [move] = found
    if (row.status !== 'COMPLETED' || !move) continue
    if (move.hash !== row.tx_hash || move.to !== row.to_address.toLowerCase())
      findings.push(`transfer ${row.id} names another hash or recipient than the chain`)
  }
  return doubled
}

/** Whatever was acknowledged exists under that id, and everything accepted has ended. */
function checkAccepted(transfers: readonly Transfer[], rows: readonly Row[], findings: string[]): number {
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]))
  let lost = 0
  for (const transfer of transfers) {
    const row = byKey.get(transfer.key)
    if (transfer.refusal) findings.push(`${transfer.key} was refused: ${transfer.refusal}`)
    if (transfer.id && row?.id !== transfer.id) {
      lost += 1
      findings.push(`${transfer.key} was acknowledged as ${transfer.id}, the row is ${row?.id ?? 'missing'}`)
    }
    if (row?.status === 'PENDING') {
      lost += 1
      findings.push(`${transfer.key} has not ended`)
    }
    if (row?.status === 'FAILED') findings.push(`${transfer.key} failed: ${row.error}`)
    if (row && row.units !== transfer.units.toString()) findings.push(`${transfer.key} moves another amount`)
  }
  return lost
}

/** At rest the chain's count, the mined attempts and the lane's counter are one number, and no nonce has two owners. */
async function checkNonces(world: World, mined: readonly Mined[], findings: string[]): Promise<number> {
  const lanes = await world.sql<{ address: string; next: string | null; attempts: string; owners: string }[]>`
    select l.address, l.next_nonce::text as next,
      (select count(distinct a.nonce) from transaction_attempts a where a.chain_id = l.chain_id and a.from_address = l.address) as attempts,
      (select count(*) from (select 1 from transactions t where t.chain_id = l.chain_id and t.from_address = l.address
        and t.nonce is not null group by t.nonce having count(*) > 1) s) as owners
    from lanes l`
  let holes = 0
  for (const lane of lanes) {
    const onChain = await world.chain.nonceOf(lane.address)
    const nonces = mined.filter(({ from }) => from === lane.address.toLowerCase()).length
    const next = Number(lane.next ?? 0)
    holes += Math.max(0, next - onChain)
    if (onChain !== next || onChain !== nonces || onChain !== Number(lane.attempts)) {
      const figures = `chain ${onChain}, mined ${nonces}, attempts ${lane.attempts}, counter ${next}`
      findings.push(`nonces of ${lane.address} differ: ${figures}`)
    }
    if (Number(lane.owners) > 0) findings.push(`${lane.owners} nonces of ${lane.address} have two transactions`)
  }
  return holes
}

/** The chain never saw a transaction of ours that was not written down before. */
async function checkHashes({ sql }: World, mined: readonly Mined[], findings: string[]): Promise<void> {
  const rows = await sql<{ tx_hash: string }[]>`select tx_hash from transaction_attempts`
  const stored = new Set(rows.map((row) => row.tx_hash))
  for (const { hash } of mined)
    if (!stored.has(hash)) findings.push(`the chain knows ${hash}, transaction_attempts does not`)
}

async function checkKeys({ sql }: World, transfers: readonly Transfer[], findings: string[]): Promise<void> {
  const doubled = await sql<{ key: string; count: number }[]>`
    select idempotency_key as key, count(*)::int as count from transactions where idempotency_key is not null
    group by business_id, idempotency_key having count(*) > 1`
  for (const { key, count } of doubled) findings.push(`key ${key} has ${count} transactions`)
  const links = await sql<{ key: string; resource_id: string }[]>`
    select key, resource_id from idempotency_keys where key = any(${transfers.map(({ key }) => key)})`
  const linked = new Map(links.map((link) => [link.key, link.resource_id]))
  for (const { key, id } of transfers)
    if (id && linked.get(key) !== id) findings.push(`key ${key} leads to ${linked.get(key)}, not to ${id}`)
}

/** Exactly one message an outcome, delivered at least once, always under the same webhook-id and rightly signed. */
async function checkWebhooks(
  { sql, receiver }: World,
  transfers: readonly Transfer[],
  rows: readonly Row[],
  findings: string[],
): Promise<number> {
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]))
  const messages = await sql<{ transaction_id: string; ids: string[]; status: string }[]>`
    select transaction_id, array_agg(id::text) as ids, min(status) as status from webhook_messages
    where transaction_id = any(${rows.map((row) => row.id)}::uuid[]) group by 1`
  const told = new Map(messages.map((message) => [message.transaction_id, message]))
  let undelivered = 0
  for (const transfer of transfers) {
    const row = byKey.get(transfer.key)
    if (!row || row.status === 'PENDING') continue
    const message = told.get(row.id)
    const wanted = transfer.webhook ? 1 : 0
    if ((message?.ids.length ?? 0) !== wanted)
      findings.push(`${row.id}: ${message?.ids.length ?? 0} messages, not ${wanted}`)
    if (!transfer.webhook || !message) continue
    const deliveries = receiver.deliveries.get(row.id) ?? []
    if (deliveries.length === 0 || message.status !== 'delivered') {
      undelivered += 1
      findings.push(`${row.id}: message is ${message.status}, received ${deliveries.length} times`)
    }
    for (const { webhookId, headers, body } of deliveries) {
      if (webhookId !== message.ids[0]) findings.push(`${row.id}: delivered under ${webhookId}, not ${message.ids[0]}`)
      const { secret } = transfer.webhook
      // After a restart the request's own secret is gone, and the delivery says so.
      if (secret === null || headers['webhook-key'] === 'project') continue
      if (!isSigned(secret, body, headers)) findings.push(`${row.id}: the signature is wrong`)
    }
  }
  return undelivered
}

function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret, { format: 'raw' }).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** Each wallet holds, to the unit, what it was given and received less what its COMPLETED rows moved away. */
async function checkBalances(world: World, moves: readonly Move[], findings: string[]): Promise<void> {
  const rows = await world.sql<{ wallet: string; out: string }[]>`
    select lower(from_address) as wallet, sum(amount_units)::text as out from transactions
    where status = 'COMPLETED' and token_address is not null group by 1`
  const sent = new Map(rows.map((row) => [row.wallet, BigInt(row.out)]))
  for (const wallet of world.wallets) {
    const name = wallet.toLowerCase()
    const received = await world.sql<{ units: string }[]>`
      select coalesce(sum(amount_units), 0)::text as units from transactions
      where status = 'COMPLETED' and token_address is not null and lower(to_address) = ${name}`
    const expected = world.fundedUnits + BigInt(received[0]?.units ?? 0) - (sent.get(name) ?? 0n)
    const held = await world.chain.tokenBalance(wallet)
    if (held !== expected) findings.push(`${wallet} holds ${held} units, the rows say ${expected}`)
    const out = moves.filter((move) => move.from === name).reduce((sum, move) => sum + move.units, 0n)
    if (out !== (sent.get(name) ?? 0n))
      findings.push(`${wallet} sent ${out} units on chain, ${sent.get(name) ?? 0n} in rows`)
  }
}
