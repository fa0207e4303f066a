import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { paymentProviders } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { callRecordingHealth } from './call-recording-health'
import { type CngnConfig, cngn } from './cngn'
import { ProviderBusy } from './provider-error'
import { openSshFile } from './recorded-cngn.test-data'
import { waitForRateLimit } from './wait-for-rate-limit'

openDatabase()
beforeAll(createPlatform)

const share = (name: string, perMinute: number) => ({ name, perMinute })

test('polls above their share wait, then are postponed; openings have their own share', async () => {
  const questions = { provider: 'cngn', shares: [share('questions', 14)], waitMs: 0 } as const
  const openings = { provider: 'cngn', shares: [share('openings', 6), share('questions', 14)], waitMs: 0 } as const
  const asked = await Promise.allSettled(Array.from({ length: 30 }, () => waitForRateLimit(questions)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(14)
  const opened = await Promise.allSettled(Array.from({ length: 10 }, () => waitForRateLimit(openings)))
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  await expect(waitForRateLimit({ ...openings, waitMs: 1_000 })).rejects.toBeInstanceOf(ProviderBusy)
  await waitForRateLimit({ ...questions, provider: 'paystack' })
})

test('cNGN is not called above its limit, and that does not count as its failure', async () => {
  const seed = Buffer.alloc(32, 7)
  const config: CngnConfig = {
    ...{ apiKey: 'key', encryptionKey: 'key', privateKey: openSshFile(seed), webhookSecret: 'secret' },
    ...{ baseUrl: 'http://127.0.0.1:9', pace: (pace) => waitForRateLimit({ ...pace, waitMs: 0 }) },
  }
  const provider = cngn(config)
  const account = { reference: 'SLP-1', providerRef: 'DEP-1', openedAt: new Date() }
  const ask = () => callRecordingHealth(workerCtx(), provider, () => provider.listReceipts(account))
  for (let spent = 0; spent < 14; spent++)
    await waitForRateLimit({ provider: 'cngn', shares: [share('questions', 14)], waitMs: 0 }).catch(() => {})
  await expect(ask()).rejects.toBeInstanceOf(ProviderBusy)
  const [row] = await workerCtx().db.select().from(paymentProviders).where(eq(paymentProviders.name, 'cngn'))
  expect(row).toMatchObject({ failingSince: null, lastFailure: null })
})
