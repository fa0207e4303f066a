import { createHmac } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { depositAccounts } from '@/db/schema'
import { findFreePort } from '@/dev/free-port'
import { type RunningBank, startBank } from '@/packages/sandbox-bank/serve-bank'
import { workerCtx } from '@/server/ctx'
import { createPayer, openTopUp } from '@/server/payments/payment-world.test-data'
import type { Sent } from '@/server/testing/doors'
import { closeBreakers } from './breaker'
import { findConfigured } from './configured-providers'

const SECRET = 'a secret shared with the bank'

/** Starts the sandbox bank; nothing listens to its own webhooks. */
export async function startBankWorld() {
  const home = mkdtempSync(join(tmpdir(), 'slipway-bank-world-'))
  // Its port stays its own while it is down.
  const port = await findFreePort()
  const open = () => startBank({ home, secret: SECRET, appUrl: 'http://127.0.0.1:9', port })
  let running: RunningBank = await open()
  running.bank.setSilent(true)
  return {
    /** Environment variables, to be set before anything reads them. */
    variables: { SANDBOX_BANK_URL: running.url, SANDBOX_BANK_SECRET: SECRET },
    get bank() {
      return running.bank
    },
    stop: () => running.close(),
    async restart() {
      running = await open()
      closeBreakers()
    },
  }
}

/** A pending top-up with an account that the bank opened for it. */
export async function openAtBank(request: { now?: Date } = {}) {
  const payer = await createPayer()
  const open = await openTopUp(payer, request)
  const [accountId] = open.accountIds
  const { db } = workerCtx()
  const [row] = await db.select().from(depositAccounts).where(eq(depositAccounts.id, accountId))
  const bank = findConfigured('sandbox')
  if (!row || !bank) throw new Error('no account or no bank')
  const { reference, expiryAt } = row
  const customer = { name: 'Ada', email: 'ada@example.com' }
  const made = await bank.createOneTime({ reference, amountMinor: 3_100_000n, expiryAt, customer })
  const { providerRef, accountNumber } = made
  await db.update(depositAccounts).set({ providerRef, accountNumber }).where(eq(depositAccounts.id, accountId))
  return { payer, ...open, accountId, reference, accountNumber }
}

/** A signed webhook of the bank about an account. */
export function bankWebhook(reference: string | null, id = newId(), type = 'transfer.paid'): Sent & { body: string } {
  const body = JSON.stringify({ id, type, reference, amount: '31000' })
  return { method: 'POST', path: '/v1/payments/webhooks/sandbox', body, headers: signed(body) }
}

export function signed(body: string): Record<string, string> {
  const signature = createHmac('sha256', SECRET).update(body).digest('hex')
  return { 'content-type': 'application/json', 'x-sandbox-signature': signature }
}
