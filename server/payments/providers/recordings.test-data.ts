import { afterEach, beforeEach } from 'vitest'
import { closeBreakers } from './breaker'
import type { OneTimeAccountRequest } from './provider'
import { recordedCngn } from './recorded-cngn.test-data'
import { recordedFlutterwave } from './recorded-flutterwave.test-data'
import { recordedMonnify } from './recorded-monnify.test-data'
import { recordedPaystack } from './recorded-paystack.test-data'
import { recordedSandbox } from './recorded-sandbox.test-data'
import { type Recording, startRecorded } from './recorded-world.test-data'

/** Servers that answer in the providers' recorded shapes and record invalid requests. */
export const RECORDINGS = {
  monnify: recordedMonnify,
  paystack: recordedPaystack,
  flutterwave: recordedFlutterwave,
  cngn: recordedCngn,
  sandbox: recordedSandbox,
} as const

export type RecordedName = keyof typeof RECORDINGS
export const RECORDED_NAMES = [
  'monnify',
  'paystack',
  'flutterwave',
  'cngn',
  'sandbox',
] as const satisfies readonly RecordedName[]

export const REFERENCE = 'SLP-0193aQ'
const REQUEST: OneTimeAccountRequest = {
  reference: REFERENCE,
  // Adding a cent to this amount as a float gives 1000.1999999999999.
  amountMinor: 100_020n,
  expiryAt: new Date(Date.now() + 1_800_000),
  customer: { name: 'Ada', email: 'ada@example.com' },
}
export const PAID_AT = new Date('2026-05-04T10:00:00.000Z')

type Recorded = Awaited<ReturnType<typeof startRecorded>>

/** Starts a provider's recording for each test, with an open account. Call it in a `describe`. */
export function playRecording(recording: Recording) {
  let recorded: Recorded
  beforeEach(async () => {
    closeBreakers()
    recorded = await startRecorded(recording)
  })
  afterEach(() => recorded.close())
  const account = () => ({
    reference: REFERENCE,
    providerRef: recorded.world.accounts.get(REFERENCE)?.providerRef ?? '',
    openedAt: PAID_AT,
  })
  return {
    get world() {
      return recorded.world
    },
    get provider() {
      return recorded.provider
    },
    get complaints() {
      return recorded.complaints
    },
    pay: (...money: Parameters<Recorded['pay']>) => recorded.pay(...money),
    account,
    open: () => recorded.provider.createOneTime(REQUEST),
    receipts: () => recorded.provider.listReceipts(account()),
  }
}
